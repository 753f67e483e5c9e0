import { useEffect, useId, useRef } from "react";
import { useToast } from "../../ui/toast.tsx";
import { Compared } from "../differences/difference-list.tsx";
import type { Choice, Fields } from "./three-way.ts";
import type { Collision } from "./use-merge.ts";

/** Texts longer than this can be copied before one of them is given up. */
const LONG = 200;

export interface CollisionProps<F extends Fields> {
  /** For example "shop". */
  what: string;
  collision: Collision<F>;
  choose: (field: keyof F & string, take: Choice["take"]) => void;
  labelOf: (field: keyof F & string) => string;
  textOf: (field: keyof F & string, of: Partial<F>) => string;
}

/** The notice itself, which is loaded with the first collision. */
export function CollisionNotice<F extends Fields>(props: CollisionProps<F>) {
  const { what, collision, choose, labelOf, textOf } = props;
  const { mine, theirs, fields, choices, attempts } = collision;
  const box = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => {
    // Nobody who is typing is torn away by a save that nobody asked for.
    if (attempts === 0) return;
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "start" });
  }, [attempts]);
  const open = fields.filter((field) => choices[field]?.take === undefined);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="my-6 max-w-text scroll-mt-28 rounded-md border-2 border-ink bg-amber-wash p-4"
    >
      <p id={`${id}-title`} className="font-semibold">
        {`Someone else edited this ${what}. Nothing has been saved yet.`}
      </p>
      <p id={`${id}-text`} className="mt-1 text-[0.9375rem]">
        “Now” is what's saved; “You typed” is yours. Choose for each field, then save again. All
        other changes, yours and theirs, are kept.
      </p>
      <div className="differences">
        <ul>
          {fields.map((field) => {
            const [now, typed] = [textOf(field, theirs.fields), textOf(field, mine)];
            const choice = (take: Choice["take"], text: string) => (
              <label className="choice">
                <input
                  type="radio"
                  name={`${id}-${field}`}
                  checked={choices[field]?.take === take}
                  onChange={() => choose(field, take)}
                />
                <span>{text}</span>
              </label>
            );
            return (
              <li key={field}>
                <fieldset>
                  <legend className="font-semibold">{labelOf(field)}</legend>
                  <Compared now={now} suggested={typed} titles={["Now", "You typed"]} />
                  <div className="flex flex-wrap gap-x-6">
                    {choice("theirs", "Use what's saved now")}
                    {choice("mine", "Keep what I typed")}
                  </div>
                  {typed.length > LONG && <CopyMine text={typed} of={labelOf(field)} />}
                </fieldset>
              </li>
            );
          })}
        </ul>
      </div>
      <p role="status" className="mt-3 text-[0.9375rem]">
        {open.length > 0
          ? `Not chosen yet: ${open.map(labelOf).join(", ")}.`
          : "Everything is chosen. Save again."}
      </p>
    </section>
  );
}

function CopyMine({ text, of }: { text: string; of: string }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: "Text copied" });
    } catch {
      toast({ title: "Couldn't copy", text: "Select the text and copy it.", destructive: true });
    }
  };
  return (
    <button type="button" className="button button-small mt-2" onClick={() => void copy()}>
      Copy mine<span className="sr-only">{`: ${of}`}</span>
    </button>
  );
}
