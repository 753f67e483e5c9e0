import { useId, useState } from "react";
import type { ShopSpan, SpecialDay } from "../../../api/your-shop.ts";
import { endsNextDay, timeText, withAt } from "../../../kit/hours/week.ts";
import type { Holiday } from "../holidays.ts";
import { isSame, mistakeOf, weekdayName } from "../special-days.ts";
import { dateText, spansText } from "../words.ts";

const NOTHING: ShopSpan = { opens: "", closes: "" };

interface HolidayProps {
  holiday: Holiday;
  /** Null: no answer yet. */
  spans: ShopSpan[] | null;
  /** The hours of that weekday; null if they aren't known. */
  usual: ShopSpan[] | null;
  onChange: (spans: ShopSpan[] | null) => void;
  showMistakes: boolean;
}

/** A holiday: as usual, closed, or with other hours. */
export function HolidayHours({ holiday, spans, usual, onChange, showMistakes }: HolidayProps) {
  const { name, date } = holiday;
  const id = useId();
  // Hours that are typed may happen to be the usual ones, and must stay where they are.
  const [isTyped, setTyped] = useState(false);
  const kind = kindOf(spans, isTyped ? null : usual);
  const choose = (typed: boolean, chosen: ShopSpan[] | null) => {
    setTyped(typed);
    onChange(chosen);
  };
  const mistake = showMistakes && spans ? mistakeOf({ from: date, to: date, spans }) : null;
  return (
    <fieldset
      className={`rounded-md border-[1.5px] border-rule p-4 ${mistake ? "field-block-wrong" : ""}`}
      aria-describedby={mistake ? `${id}-mistake` : undefined}
    >
      <legend className="float-left w-full">
        <span className="font-semibold">{`${name} `}</span>
        <span className="text-soft">{`${weekdayName(date)}, ${dateText(date)}`}</span>
      </legend>
      {mistake && (
        <p id={`${id}-mistake`} className="field-mistake clear-both">
          <strong>Error:</strong> {mistake}
        </p>
      )}
      <div className="clear-both flex flex-wrap gap-2 pt-2">
        {usual && (
          <Choice name={id} isChosen={kind === "usual"} onChoose={() => choose(false, usual)}>
            {`As usual: ${spansText(usual)}`}
          </Choice>
        )}
        {/* On a day that is closed anyway, both would be the same. */}
        {usual?.length !== 0 && (
          <Choice name={id} isChosen={kind === "closed"} onChoose={() => choose(false, [])}>
            Closed
          </Choice>
        )}
        <Choice name={id} isChosen={kind === "other"} onChoose={() => choose(true, [NOTHING])}>
          Other hours
        </Choice>
      </div>
      {kind === "other" && <Spans of={name} spans={spans ?? []} onChange={onChange} />}
      {spans && (
        <p className="mt-3">
          <button type="button" className="text-button" onClick={() => choose(false, null)}>
            Clear<span className="sr-only">{` ${name}`}</span>
          </button>
        </p>
      )}
    </fieldset>
  );
}

function kindOf(spans: ShopSpan[] | null, usual: ShopSpan[] | null) {
  if (!spans) return null;
  if (usual && isSame(spans, usual)) return "usual";
  return spans.length === 0 ? "closed" : "other";
}

interface ChoiceProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  children: string;
}

function Choice({ name, isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="filter">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  );
}

interface DayProps {
  day: SpecialDay;
  number: number;
  /** The last day that can be chosen. */
  latest: string;
  onChange: (day: SpecialDay) => void;
  onRemove: () => void;
  /** What is shown to be wrong with it. */
  mistake: string | null;
}

/** Any other day, or several in a row. */
export function OtherDay({ day, number, latest, onChange, onRemove, mistake }: DayProps) {
  const id = useId();
  const { spans: open = [] } = day;
  const isClosed = open.length === 0;
  return (
    <fieldset
      className={mistake ? "field-block-wrong" : ""}
      aria-describedby={mistake ? `${id}-mistake` : undefined}
    >
      <legend className="font-semibold">{`Entry ${number}`}</legend>
      {mistake && (
        <p id={`${id}-mistake`} className="field-mistake">
          <strong>Error:</strong> {mistake}
        </p>
      )}
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <label>
          First day
          <input
            type="date"
            className="field"
            max={latest}
            value={day.from}
            onChange={({ target }) => onChange({ ...day, from: target.value })}
          />
        </label>
        <label>
          Last day
          <input
            type="date"
            className="field"
            min={day.from || undefined}
            max={latest}
            value={day.to}
            onChange={({ target }) => onChange({ ...day, to: target.value })}
          />
        </label>
      </div>
      <label className="choice mt-3">
        <input
          type="checkbox"
          checked={isClosed}
          onChange={({ target }) => onChange({ ...day, spans: target.checked ? [] : [NOTHING] })}
        />
        <span>Closed</span>
      </label>
      {!isClosed && (
        <Spans
          of={`entry ${number}`}
          spans={open}
          onChange={(spans) => onChange({ ...day, spans })}
        />
      )}
      <p className="mt-3">
        <button type="button" className="text-button" onClick={onRemove}>
          Remove<span className="sr-only">{` entry ${number}`}</span>
        </button>
      </p>
    </fieldset>
  );
}

interface SpansProps {
  /** What the hours are of, for screen readers. */
  of: string;
  spans: ShopSpan[];
  onChange: (spans: ShopSpan[]) => void;
}

const MAX_SPANS = 3;

function Spans({ of, spans, onChange }: SpansProps) {
  const isComplete = ({ opens, closes }: ShopSpan) => opens && closes && opens !== closes;
  return (
    <>
      {spans.map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: spans have no names but their place
        <div key={index} className="mt-3 grid grid-cols-2 gap-3">
          {(["opens", "closes"] as const).map((side) => (
            <label key={side}>
              {side === "opens" ? "Opens" : "Closes"}
              <span className="sr-only">{` (${of}${spans.length > 1 ? `, ${index + 1}` : ""})`}</span>
              <input
                type="time"
                className="field"
                value={span[side]}
                onChange={({ target }) =>
                  onChange(withAt(spans, index, { ...span, [side]: target.value }))
                }
              />
            </label>
          ))}
          {isComplete(span) && endsNextDay(span) && (
            <p className="hours-late col-span-2">
              {`Closes at ${timeText(span.closes)} on the next day.`}
            </p>
          )}
        </div>
      ))}
      <p className="mt-3 flex flex-wrap gap-5">
        {spans.length < MAX_SPANS && (
          <button
            type="button"
            className="text-button"
            onClick={() => onChange([...spans, NOTHING])}
          >
            Add hours after a break<span className="sr-only">{` (${of})`}</span>
          </button>
        )}
        {spans.length > 1 && (
          <button
            type="button"
            className="text-button"
            onClick={() => onChange(spans.slice(0, -1))}
          >
            Remove the last hours<span className="sr-only">{` (${of})`}</span>
          </button>
        )}
      </p>
    </>
  );
}
