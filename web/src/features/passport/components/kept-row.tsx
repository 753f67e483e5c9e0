import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Shop } from "../../../api/types.ts";
import { openState } from "../../../components/shop-card.tsx";
import { type KeptShop, LONGEST_NOTE, type Remark, remark, today } from "../../../lib/passport.ts";
import { paths } from "../../../lib/paths.ts";
import { ShopPhoto, storefront } from "../../../ui/storefront/storefront.tsx";
import { weekdayOf } from "../days.ts";

/** The directory's current data for a kept shop. */
export type Presence =
  | { state: "known"; shop: Shop }
  | { state: "gone" }
  | { state: "loading" | "unreachable" };

interface KeptRowProps {
  kept: KeptShop;
  presence: Presence;
  /** Actions in this list. */
  children: ReactNode;
}

/** A shop in the passport. */
export function KeptRow({ kept, presence, children }: KeptRowProps) {
  const { slug, name, town, state } = kept;
  const isGone = presence.state === "gone";
  const photo = presence.state === "known" ? (presence.shop.photos[0] ?? null) : null;
  return (
    <li className="kept-row">
      <div className="kept-picture">
        {photo ? (
          <ShopPhoto
            className="h-full"
            slug={slug}
            name={name}
            src={photo.url}
            srcSet={photo.srcset}
            sizes="8rem"
          />
        ) : (
          storefront(slug, name)
        )}
      </div>
      <div className="min-w-0">
        <h3 className="font-semibold text-[1.1875rem] leading-snug">
          {isGone ? (
            name
          ) : (
            <a
              className="link"
              href={paths.shop(slug)}
              // Offline, a full page load, which the worker serves: its data couldn't be fetched.
              target={presence.state === "unreachable" ? "_self" : undefined}
            >
              {name}
            </a>
          )}
        </h3>
        <p className="text-[0.9375rem] text-soft">{[town, state].filter(Boolean).join(", ")}</p>
        <p className="mt-1 min-h-6 text-[0.9375rem]">{opening(kept, presence)}</p>
        <Note kept={kept} />
      </div>
      <div className="col-start-2 flex flex-wrap items-center gap-2 md:col-start-3 md:justify-end md:self-start">
        {children}
      </div>
    </li>
  );
}

function opening({ week, permanentlyClosed }: KeptShop, presence: Presence): ReactNode {
  if (presence.state === "gone")
    return <span className="font-semibold text-red">No longer in the directory</span>;
  if (permanentlyClosed) return <span className="font-semibold text-red">Permanently closed</span>;
  if (presence.state === "known") return openState(presence.shop);
  if (presence.state === "loading")
    return <span className="skeleton inline-block h-4 w-32 align-middle" />;
  const hours = week?.[weekdayOf(today())];
  return <span className="text-soft">{hours ? `Today: ${hours}` : "Hours unknown"}</span>;
}

function Note({ kept }: { kept: KeptShop }) {
  const id = useId();
  return (
    <details className="mt-1 text-[0.9375rem]">
      <summary className="w-fit cursor-pointer rounded py-0.5 text-soft">
        {kept.note ? `Note: ${kept.note}` : "Add a note"}
      </summary>
      <label htmlFor={id} className="sr-only">
        {`Your note on ${kept.name}`}
      </label>
      <textarea
        id={id}
        className="field mt-1 block max-w-md"
        rows={2}
        maxLength={LONGEST_NOTE}
        value={kept.note}
        placeholder="Only you can read this."
        onChange={(event) => say(kept, { note: event.target.value })}
      />
    </details>
  );
}

const FIRST_DAY = "2000-01-01";

/** The date of a visit, which may be empty. Stored on leaving the field or pressing Enter. */
export function DayField({ kept }: { kept: KeptShop }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isEntered = useRef(false);
  const [problem, setProblem] = useState("");
  const visited = kept.visited ?? "";
  useEffect(() => {
    if (field.current && field.current.value !== visited) field.current.value = visited;
    setProblem("");
    // Another date moves the shop in the list, which loses the focus.
    if (isEntered.current) field.current?.focus();
    isEntered.current = false;
  }, [visited]);
  const commit = (input: HTMLInputElement) => {
    const refused = problemWith(input);
    setProblem(refused);
    if (!refused && input.value !== visited) say(kept, { visited: input.value });
  };
  return (
    <>
      <label htmlFor={id} className="text-[0.9375rem] text-soft">
        Been on
        <span className="sr-only">{` (${kept.name})`}</span>
      </label>
      <input
        ref={field}
        id={id}
        type="date"
        className="field h-9 min-h-0 w-auto px-2 py-0"
        min={FIRST_DAY}
        max={today()}
        defaultValue={visited}
        aria-invalid={problem !== ""}
        aria-describedby={`${id}-problem`}
        onBlur={({ target }) => commit(target)}
        onKeyDown={({ key, currentTarget }) => {
          if (key !== "Enter") return;
          isEntered.current = currentTarget.value !== visited && !problemWith(currentTarget);
          commit(currentTarget);
        }}
      />
      <span id={`${id}-problem`} role="alert" className="text-[0.9375rem] text-red">
        {problem}
      </span>
    </>
  );
}

/** Why a date isn't stored; empty if it is. */
function problemWith({ value, validity }: HTMLInputElement): string {
  if (validity.badInput) return "Enter a full date.";
  if (value > today()) return "Date can't be in the future.";
  return value && value < FIRST_DAY ? "Date can't be before 2000." : "";
}

const say = (kept: KeptShop, said: Remark) => remark(kept, said);
