import { type ReactNode, useEffect, useId, useRef } from "react";
import type { Shop } from "../../../api/types.ts";
import { openState } from "../../../components/shop-card.tsx";
import { type KeptShop, LONGEST_NOTE, type Remark, remark, today } from "../../../lib/passport.ts";
import { paths } from "../../../lib/paths.ts";
import { ShopPhoto, storefront } from "../../../ui/storefront/storefront.tsx";
import { weekdayOf } from "../days.ts";

/** What the directory says of a kept shop now. */
export type Presence =
  | { state: "known"; shop: Shop }
  | { state: "gone" }
  | { state: "loading" | "unreachable" };

interface KeptRowProps {
  kept: KeptShop;
  presence: Presence;
  /** What can be done with it in this list. */
  children: ReactNode;
}

/** A shop that the device remembers. */
export function KeptRow({ kept, presence, children }: KeptRowProps) {
  const { slug, name, town, state } = kept;
  const isGone = presence.state === "gone";
  const photo = presence.state === "known" ? presence.shop.imageUrl : null;
  return (
    <li className="kept-row">
      <div className="kept-picture">
        {photo ? (
          <ShopPhoto className="h-full" slug={slug} name={name} src={photo} />
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
              // Without a network a new document, which the worker keeps: its data could not be asked for.
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
  if (permanentlyClosed) return <span className="font-semibold text-red">Closed for good</span>;
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

/** The day of a visit; it may be left empty. Half a day, as it is while somebody types, is not kept. */
export function DayField({ kept }: { kept: KeptShop }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const isTyping = useRef(false);
  const visited = kept.visited ?? "";
  useEffect(() => {
    if (field.current && field.current.value !== visited) field.current.value = visited;
    // Another day is another place in the list, and the move takes the focus away.
    if (isTyping.current) field.current?.focus();
    isTyping.current = false;
  }, [visited]);
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
        className="field h-9 min-h-0 w-auto px-2 py-0 text-[0.9375rem]"
        min="2000-01-01"
        max={today()}
        defaultValue={visited}
        onChange={({ target }) => {
          if (!target.validity.valid) return;
          isTyping.current = true;
          say(kept, { visited: target.value });
        }}
        onBlur={({ target }) => {
          if (!target.validity.valid) target.value = visited;
        }}
      />
    </>
  );
}

const say = (kept: KeptShop, said: Remark) => remark(kept, said);
