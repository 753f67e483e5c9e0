import { useState } from "react";
import { Controller } from "react-hook-form";
import type { ShopSpan, SpecialDay } from "../../../api/your-shop.ts";
import { Field } from "../../../kit/form/field.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import { withAt } from "../../../kit/hours/week.ts";
import { holidaysFrom, todayHere } from "../special-days.ts";
import { dateText } from "../words.ts";

interface Values {
  specialDays: SpecialDay[];
}

export function SpecialDaysField({ form }: { form: FormState<Values> }) {
  return (
    <Field
      form={form}
      name="specialDays"
      label="Days with different hours"
      optional
      group
      hint="They override the usual week and are removed once they've passed."
    >
      {() => (
        <Controller
          control={form.hook.control}
          name="specialDays"
          render={({ field: { value, onChange } }) => <Days days={value} onChange={onChange} />}
        />
      )}
    </Field>
  );
}

interface DaysProps {
  days: SpecialDay[];
  onChange: (days: SpecialDay[]) => void;
}

function Days({ days, onChange }: DaysProps) {
  const [today] = useState(todayHere);
  const taken = new Set(days.map(({ from }) => from));
  const holidays = holidaysFrom(today).filter(({ date }) => !taken.has(date));
  const add = (from: string, to: string) => onChange([...days, { from, to, spans: [] }]);
  return (
    <>
      <ul className="grid gap-4">
        {days.map((day, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name while it is being typed
          <li key={index} className="rounded-md border-[1.5px] border-rule p-4">
            <Day
              day={day}
              number={index + 1}
              onChange={(changed) => onChange(withAt(days, index, changed))}
              onRemove={() => onChange(days.filter((_, other) => other !== index))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="button button-small" onClick={() => add("", "")}>
          Add a day
        </button>
        <button type="button" className="button button-small" onClick={() => add(today, today)}>
          Closed until...
        </button>
        {holidays.map(({ name, date }) => (
          <button
            key={date}
            type="button"
            className="button button-small"
            onClick={() => add(date, date)}
          >
            {name}
            <span className="sr-only">{`, ${dateText(date)}`}</span>
          </button>
        ))}
      </div>
    </>
  );
}

interface DayProps {
  day: SpecialDay;
  number: number;
  onChange: (day: SpecialDay) => void;
  onRemove: () => void;
}

const MAX_SPANS = 3;

function Day({ day, number, onChange, onRemove }: DayProps) {
  const isClosed = day.spans.length === 0;
  const usual: ShopSpan = { opens: "", closes: "" };
  const setSpan = (index: number, span: ShopSpan) =>
    onChange({ ...day, spans: withAt(day.spans, index, span) });
  return (
    <fieldset>
      <legend className="font-semibold">{`Entry ${number}`}</legend>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <label>
          First day
          <input
            type="date"
            className="field"
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
            value={day.to}
            onChange={({ target }) => onChange({ ...day, to: target.value })}
          />
        </label>
      </div>
      <label className="choice mt-3">
        <input
          type="checkbox"
          checked={isClosed}
          onChange={({ target }) => onChange({ ...day, spans: target.checked ? [] : [usual] })}
        />
        <span>Closed</span>
      </label>
      {day.spans.map((span, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <div key={index} className="mt-3 grid grid-cols-2 gap-3">
          <label>
            Opens
            <input
              type="time"
              className="field"
              value={span.opens}
              onChange={({ target }) => setSpan(index, { ...span, opens: target.value })}
            />
          </label>
          <label>
            Closes
            <input
              type="time"
              className="field"
              value={span.closes}
              onChange={({ target }) => setSpan(index, { ...span, closes: target.value })}
            />
          </label>
        </div>
      ))}
      <p className="mt-3 flex flex-wrap gap-5">
        {!isClosed && day.spans.length < MAX_SPANS && (
          <button
            type="button"
            className="text-button"
            onClick={() => onChange({ ...day, spans: [...day.spans, usual] })}
          >
            Add hours
          </button>
        )}
        {day.spans.length > 1 && (
          <button
            type="button"
            className="text-button"
            onClick={() => onChange({ ...day, spans: day.spans.slice(0, -1) })}
          >
            Remove these hours
          </button>
        )}
        <button type="button" className="text-button" onClick={onRemove}>
          Remove<span className="sr-only">{` entry ${number}`}</span>
        </button>
      </p>
    </fieldset>
  );
}
