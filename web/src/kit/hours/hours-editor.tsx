import { useId, useRef, useState } from "react";
import { CopyDay } from "./copy-day.tsx";
import {
  DAY_NAMES,
  type DayHours,
  daysInOrder,
  emptyWeek,
  endsNextDay,
  isUnset,
  mistakesOf,
  type Span,
  timeText,
  type WeekHours,
  weekLines,
  weekText,
  withAt,
} from "./week.ts";

interface HoursEditorProps {
  value: WeekHours;
  onChange: (week: WeekHours) => void;
  /** Errors are shown after an attempt to save. */
  showMistakes?: boolean;
  /** A starting point: hours that many shops here have. */
  usual?: { label: string; week: WeekHours } | undefined;
}

const KINDS = [
  { kind: "open", text: "Open" },
  { kind: "closed", text: "Closed" },
  { kind: "allDay", text: "24 hours" },
] as const;

const MAX_SPANS = 3;

/** A week of opening hours, day by day, with a text version below. */
export function HoursEditor({ value, onChange, showMistakes = false, usual }: HoursEditorProps) {
  const id = useId();
  const [copied, setCopied] = useState<number | null>(null);
  const mistakes = showMistakes ? mistakesOf(value) : [];
  const setDay = (day: number, hours: DayHours) =>
    onChange({ ...value, days: withAt(value.days, day, hours) });
  const copyTo = (days: number[]) => {
    const from = copied === null ? undefined : value.days[copied];
    setCopied(null);
    if (!from) return;
    const filled = value.days.map((day, index) =>
      days.includes(index) ? structuredClone(from) : day,
    );
    onChange({ ...value, days: filled });
  };
  const editor = useRef<HTMLDivElement>(null);
  // The pressed button disappears, so the week gets the focus.
  const fill = (week: WeekHours) => {
    onChange(week);
    editor.current?.querySelector<HTMLElement>("input")?.focus();
  };
  return (
    <div ref={editor} className="hours-editor">
      {usual && isUnset(value) && (
        <div className="mb-4">
          <button
            type="button"
            className="button button-small"
            aria-describedby={`${id}-usual`}
            onClick={() => fill(usual.week)}
          >
            {usual.label}
          </button>
          <p id={`${id}-usual`} className="mt-1.5 text-[0.9375rem] text-soft">
            {`${weekText(usual.week)}. You can change each day before you save.`}
          </p>
        </div>
      )}
      {daysInOrder().map((day) => {
        const hours = value.days[day];
        return (
          hours && (
            <Day
              key={DAY_NAMES[day]}
              day={day}
              name={`${id}-${day}`}
              hours={hours}
              mistake={mistakes.find((one) => one.day === day)?.message}
              onChange={(changed) => setDay(day, changed)}
              onCopy={() => setCopied(day)}
            />
          )
        );
      })}
      <CopyDay
        day={copied}
        hours={copied === null ? undefined : value.days[copied]}
        onCopy={copyTo}
        onClose={() => setCopied(null)}
      />
      {!isUnset(value) && (
        <>
          <ReadBack week={value} title="Opening hours" />
          <p className="mt-3">
            <button type="button" className="text-button" onClick={() => fill(emptyWeek())}>
              Clear the week
            </button>
          </p>
        </>
      )}
    </div>
  );
}

interface DayProps {
  day: number;
  name: string;
  hours: DayHours;
  mistake: string | undefined;
  onChange: (hours: DayHours) => void;
  onCopy: () => void;
}

function Day({ day, name, hours, mistake, onChange, onCopy }: DayProps) {
  const spans = hours.kind === "open" ? hours.spans : [];
  const setSpan = (index: number, span: Span) =>
    onChange({ kind: "open", spans: withAt(spans, index, span) });
  const choose = (kind: "open" | "closed" | "allDay") =>
    onChange(kind === "open" ? { kind, spans: [{ opens: "", closes: "" }] } : { kind });
  return (
    <fieldset
      className={`hours-day ${mistake ? "field-block-wrong" : ""}`}
      aria-describedby={mistake ? `${name}-mistake` : undefined}
    >
      <legend className="hours-day-name">{DAY_NAMES[day]}</legend>
      {mistake && (
        <p id={`${name}-mistake`} className="field-mistake">
          <strong>Error:</strong> {mistake}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {KINDS.map(({ kind, text }) => (
          <label key={kind} className="filter">
            <input
              type="radio"
              name={name}
              checked={hours.kind === kind}
              onChange={() => choose(kind)}
            />
            {text}
          </label>
        ))}
      </div>
      {spans.map((span, index) => (
        <SpanFields
          // biome-ignore lint/suspicious/noArrayIndexKey: spans have no names but their place
          key={index}
          id={`${name}-${index}`}
          day={day}
          span={span}
          nth={spans.length > 1 ? index + 1 : 0}
          onChange={(changed) => setSpan(index, changed)}
          onRemove={
            spans.length > 1
              ? () => onChange({ kind: "open", spans: spans.filter((_, place) => place !== index) })
              : undefined
          }
        />
      ))}
      {hours.kind !== "unset" && (
        <div className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          {hours.kind === "open" && spans.length < MAX_SPANS && (
            <button
              type="button"
              className="text-button"
              onClick={() =>
                onChange({ kind: "open", spans: [...spans, { opens: "", closes: "" }] })
              }
            >
              Add hours after a break<span className="sr-only"> on {DAY_NAMES[day]}</span>
            </button>
          )}
          <button type="button" className="text-button" onClick={onCopy}>
            Copy to other days<span className="sr-only">: {DAY_NAMES[day]}'s hours</span>
          </button>
        </div>
      )}
    </fieldset>
  );
}

interface SpanProps {
  id: string;
  day: number;
  span: Span;
  /** Its number among several, from 1; 0 if it is the only one. */
  nth: number;
  onChange: (span: Span) => void;
  onRemove: (() => void) | undefined;
}

function SpanFields({ id, day, span, nth, onChange, onRemove }: SpanProps) {
  const isLate = span.opens !== "" && span.closes !== "" && span.opens !== span.closes;
  const which = nth > 0 ? ` (${nth})` : "";
  const name = DAY_NAMES[day];
  return (
    <div className="hours-span">
      {(["opens", "closes"] as const).map((side) => (
        <div key={side}>
          <label htmlFor={`${id}-${side}`} className="text-[0.9375rem]">
            <span className="sr-only">{name} </span>
            {side === "opens" ? "Opens" : "Closes"}
            <span className="sr-only">{which}</span>
          </label>
          <input
            id={`${id}-${side}`}
            type="time"
            className="field"
            value={span[side]}
            onChange={({ target }) => onChange({ ...span, [side]: target.value })}
          />
        </div>
      ))}
      {onRemove && (
        <button type="button" className="text-button" onClick={onRemove}>
          Remove<span className="sr-only">{` hours ${nth} of ${name}`}</span>
        </button>
      )}
      {isLate && endsNextDay(span) && (
        <p className="hours-late">
          {`Closes at ${timeText(span.closes)} on ${DAY_NAMES[(day + 1) % 7]}.`}
        </p>
      )}
    </div>
  );
}

/** What visitors will read, below a title where nothing else says what it is. */
export function ReadBack({ week, title }: { week: WeekHours; title?: string }) {
  return (
    <section className="read-back" aria-label="Hours as text">
      {title && <p className="font-bold font-serif text-lg">{title}</p>}
      <dl>
        {weekLines(week).map(({ days, hours }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd>{hours}</dd>
          </div>
        ))}
      </dl>
      {week.rest.length > 0 && (
        <p className="mt-2 text-[0.9375rem] text-soft">{`Kept as is: ${week.rest.join("; ")}`}</p>
      )}
    </section>
  );
}
