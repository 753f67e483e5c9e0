import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { City } from "../../../api/types.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths, withQuery } from "../../../lib/paths.ts";
import { Icon } from "../../../ui/icon.tsx";
import type * as Matching from "./matching.ts";

const LIST = "hero-suggestions";
const MAX_SUGGESTIONS = 3;
/** Suggestions are requested above this many characters, and once typing has paused this long (ms). */
const MIN_TYPED = 2;
const PAUSE = 120;

/** The hero's search box: a plain form, with town suggestions once its script runs. */
export function HeroSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // What was typed before hydration.
  useEffect(() => {
    setText(field.current?.value ?? "");
    setOpen(field.current === document.activeElement);
  }, []);
  const [active, setActive] = useState(-1);
  const [open, setOpen] = useState(false);
  const towns = useSuggestions(text.trim());
  const matching = useRef<typeof Matching>(undefined);
  const isSought = text.trim().length > MIN_TYPED;
  useEffect(() => {
    // Without it, the text is searched for.
    if (isSought && !import.meta.env.SSR)
      import("./matching.ts").then(
        (loaded) => {
          matching.current = loaded;
        },
        () => undefined,
      );
  }, [isSought]);
  const shown = open ? towns : [];
  const activeTown = shown[active];

  const submit = (event: FormEvent) => {
    const typed = text.trim();
    const [firstTown] = towns;
    const town =
      activeTown ??
      (firstTown && matching.current?.matchesTown(typed, firstTown) ? firstTown : undefined);
    if (!activeTown && firstTown && typed.toLowerCase() === firstTown.stateName.toLowerCase()) {
      event.preventDefault();
      // A state's name means the state (D95).
      return navigate(paths.cities({ filter: typed }));
    }
    // Without a town, the form is submitted to the search page as usual; blank text isn't submitted.
    if (town || typed === "") event.preventDefault();
    if (town) navigate(paths.city(town.slug));
  };

  const move = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open && towns.length > 0) {
      event.preventDefault();
      setOpen(false);
      setActive(-1);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && towns.length > 0) {
      event.preventDefault();
      setOpen(true);
      // One more position than towns: between the last and the first, none is active.
      const places = towns.length + 1;
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive(((active + 1 + step + places) % places) - 1);
    }
  };

  return (
    <search>
      <form action={paths.search()} onSubmit={submit} className="relative">
        <label htmlFor="hero-search" className="mb-1.5 block font-semibold">
          Search by City or Town
        </label>
        <div className="flex gap-2">
          <input
            ref={field}
            id="hero-search"
            name="q"
            type="text"
            inputMode="search"
            className="field min-h-13 text-lg"
            placeholder="Enter city or town name..."
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={shown.length > 0}
            aria-controls={LIST}
            aria-activedescendant={activeTown ? optionId(activeTown) : undefined}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActive(-1);
              setOpen(true);
            }}
            onKeyDown={move}
            onFocus={() => setOpen(true)}
            onBlur={() => setOpen(false)}
          />
          <button type="submit" className="button button-primary min-h-13 px-4 sm:px-6">
            <Icon name="search" className="size-5 sm:hidden" />
            <span className="max-sm:sr-only">Search</span>
          </button>
        </div>
        <div
          hidden={shown.length === 0}
          className="absolute inset-x-0 top-full z-30 mt-2 rounded-md border-[1.5px] border-ink bg-raised p-2 shadow-lg"
        >
          <p
            id="hero-suggestions-label"
            className="px-2 pb-1 font-semibold text-[0.9375rem] text-soft"
          >
            Suggestions:
          </p>
          <div id={LIST} role="listbox" aria-labelledby="hero-suggestions-label">
            {shown.map((town, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the combobox's (ARIA pattern)
              <div
                key={town.id}
                id={optionId(town)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className="min-h-11 cursor-pointer rounded px-2 py-2.5 hover:bg-sunk aria-selected:bg-blue aria-selected:text-on-blue"
                // Keeps the focus in the box, so that the list is still open when the click arrives.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => navigate(paths.city(town.slug))}
              >
                {`${town.name}, ${town.state}`}
              </div>
            ))}
          </div>
        </div>
        <p role="status" className="sr-only">
          {countOf(shown.length)}
        </p>
      </form>
    </search>
  );
}

const optionId = (town: City) => `hero-town-${town.slug}`;

function countOf(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 suggestion" : `${count} suggestions`;
}

/** Towns for the current text; a response for an earlier text is never shown. */
function useSuggestions(text: string): readonly City[] {
  const [asked, setAsked] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const wanted = text.length > MIN_TYPED;
  const { data } = useQuery<City[]>({
    queryKey: [withQuery("/api/search", { type: "cities", q: asked })],
    enabled: wanted && asked === text,
  });
  return wanted && asked === text ? (data ?? []).slice(0, MAX_SUGGESTIONS) : [];
}
