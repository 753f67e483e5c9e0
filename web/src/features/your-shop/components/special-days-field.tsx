import { useEffect, useRef, useState } from "react";
import { Controller } from "react-hook-form";
import type { ShopSpan, SpecialDay } from "../../../api/your-shop.ts";
import { inTwoYears, todayHere } from "../../../kit/days.ts";
import { Field } from "../../../kit/form/field.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import { type WeekHours, withAt } from "../../../kit/hours/week.ts";
import { type Holiday, holidaysFrom } from "../holidays.ts";
import { inOrder, mistakeOf, temporaryClosures, usualOn } from "../special-days.ts";
import { dateText, specialDayText } from "../words.ts";
import { HolidayHours, OtherDay } from "./special-day.tsx";

interface Values {
  specialDays: SpecialDay[];
}

interface FieldProps {
  form: FormState<Values>;
  /** The usual week, if it is known. */
  week: WeekHours | null;
  /** The entries that are stored. */
  stored: readonly SpecialDay[];
}

export function SpecialDaysField({ form, week, stored }: FieldProps) {
  return (
    <Field
      form={form}
      name="specialDays"
      label="Days with different hours"
      optional
      group
      hint="They override the usual week and are removed once they've passed."
    >
      {(control) => (
        <Controller
          control={form.hook.control}
          name="specialDays"
          render={({ field: { value, onChange } }) => (
            <Days
              days={value}
              week={week}
              stored={stored}
              onChange={onChange}
              showMistakes={control["aria-invalid"]}
            />
          )}
        />
      )}
    </Field>
  );
}

interface DaysProps {
  days: SpecialDay[];
  week: WeekHours | null;
  stored: readonly SpecialDay[];
  onChange: (days: SpecialDay[]) => void;
  showMistakes: boolean;
}

/** So many coming holidays are offered at first. */
const OFFERED = 4;

function Days({ days, week, stored, onChange, showMistakes }: DaysProps) {
  const [today] = useState(todayHere);
  const [showsAll, setShowsAll] = useState(false);
  /** Dates that are being typed below: the entry must not move away when its date becomes a holiday's. */
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set());
  const holidays = holidaysFrom(today);
  const isHoliday = ({ from, to }: SpecialDay) =>
    from === to && !typed.has(from) && holidays.some(({ date }) => date === from);
  const entryOf = ({ date }: Holiday) => days.find((day) => isHoliday(day) && day.from === date);
  const shown = holidays.filter(
    (holiday, index) => showsAll || index < OFFERED || entryOf(holiday) !== undefined,
  );
  const others = days.map((day, index) => ({ day, index })).filter(({ day }) => !isHoliday(day));
  const answer = (holiday: Holiday, spans: ShopSpan[] | null) => {
    const { date } = holiday;
    const rest = days.filter((day) => day !== entryOf(holiday));
    onChange(spans ? [...rest, { from: date, to: date, spans }] : rest);
  };
  return (
    <>
      <h3 className="mt-4 font-bold">Coming holidays</h3>
      <ul className="mt-2 grid gap-4">
        {shown.map((holiday) => (
          <li key={holiday.date}>
            <HolidayHours
              holiday={holiday}
              spans={entryOf(holiday)?.spans ?? null}
              usual={usualOn(holiday.date, week)}
              onChange={(spans) => answer(holiday, spans)}
              showMistakes={showMistakes}
            />
          </li>
        ))}
      </ul>
      <p className="mt-3">
        <button
          type="button"
          className="text-button"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? "Show only the next holidays" : "Show the whole year's holidays"}
        </button>
      </p>
      <OtherDays
        others={others}
        stored={stored}
        today={today}
        showMistakes={showMistakes}
        onAdd={(day) => onChange([...days, day])}
        onChange={(index, day) => {
          setTyped((before) => new Set(before).add(day.from));
          onChange(withAt(days, index, day));
        }}
        onRemove={(index) => onChange(days.filter((_, other) => other !== index))}
      />
      <InWords days={days} />
    </>
  );
}

interface OtherDaysProps {
  others: { day: SpecialDay; index: number }[];
  stored: readonly SpecialDay[];
  today: string;
  showMistakes: boolean;
  onAdd: (day: SpecialDay) => void;
  onChange: (index: number, day: SpecialDay) => void;
  onRemove: (index: number) => void;
}

function OtherDays(props: OtherDaysProps) {
  const { others, stored, today, showMistakes, onAdd, onChange, onRemove } = props;
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [added, setAdded] = useState(0);
  const [latest] = useState(inTwoYears);
  useEffect(() => {
    if (added > 0) list.current?.querySelector<HTMLElement>(":scope > :last-child input")?.focus();
  }, [added]);
  const add = (from: string, to: string) => {
    onAdd({ from, to, spans: [] });
    setAdded((before) => before + 1);
  };
  return (
    <>
      <h3 className="mt-6 font-bold">Other days</h3>
      <ul ref={list} className="mt-2 grid gap-4">
        {others.map(({ day, index }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name while it is being typed
          <li key={place} className="rounded-md border-[1.5px] border-rule p-4">
            <OtherDay
              day={day}
              number={place + 1}
              latest={latest}
              onChange={(changed) => onChange(index, changed)}
              onRemove={() => {
                button.current?.focus();
                onRemove(index);
              }}
              mistake={showMistakes ? mistakeOf(day, latest, stored) : null}
            />
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-3">
        <button
          ref={button}
          type="button"
          className="button button-small"
          onClick={() => add("", "")}
        >
          Add a day
        </button>
        <button type="button" className="button button-small" onClick={() => add(today, "")}>
          Add a closure
        </button>
      </div>
    </>
  );
}

/** What visitors will read, before it is saved. */
function InWords({ days }: { days: SpecialDay[] }) {
  const complete = inOrder(days).filter((day) => mistakeOf(day) === null);
  if (complete.length === 0) return null;
  return (
    <section className="read-back" aria-label="Special days as text">
      <p className="font-bold font-serif text-lg">Special days</p>
      <ul className="mt-1 grid gap-1">
        {complete.map((day) => (
          <li key={`${day.from} ${day.to}`}>{specialDayText(day)}</li>
        ))}
      </ul>
      {temporaryClosures(complete).map(({ from, to }) => (
        <p key={from} className="form-note">
          {`That's a week or more. From ${dateText(from)} to ${dateText(to)}, visitors will read “Temporarily closed”.`}
        </p>
      ))}
    </section>
  );
}
