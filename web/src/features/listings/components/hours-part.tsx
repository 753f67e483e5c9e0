import { useEffect, useState } from "react";
import { useFormState, useWatch } from "react-hook-form";
import { call } from "../../../kit/api.ts";
import { TextField } from "../../../kit/form/inputs.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import { ReadBack } from "../../../kit/hours/hours-editor.tsx";
import { HoursField } from "../../../kit/hours/hours-field.tsx";
import { emptyWeek, isUnset, mistakesOf, readHours, weekText } from "../../../kit/hours/week.ts";
import type { ListingValues } from "../listing.ts";
import { useZip } from "./zip-town.tsx";

/** Where too little is known of the town. */
const EXAMPLE = {
  label: "Start with Monday to Saturday, 7 AM to 5 PM",
  week: readHours("Mo-Sa 07:00-17:00") ?? emptyWeek(),
};

/** The usual hours in the town of the ZIP code, if its coffee shops agree. */
function useUsual(form: FormState<ListingValues>) {
  const town = useZip(form);
  const week = town?.usualHours ? readHours(town.usualHours) : null;
  return town && week ? { label: `Start with the usual hours in ${town.cityName}`, week } : EXAMPLE;
}

/**
 * Opening hours. One press takes the usual week; the editor opens on request, or if something in it is unfinished or wrong.
 */
export function HoursPart({ form }: { form: FormState<ListingValues> }) {
  const { control } = form.hook;
  const [as, week] = useWatch({ control, name: ["hoursAs", "week"] });
  const { errors } = useFormState({ control, name: ["week", "hours"] });
  const [isPressed, setPressed] = useState(false);
  const usual = useUsual(form);
  const isOpen =
    isPressed || as === "text" || mistakesOf(week).length > 0 || errors.week || errors.hours;
  if (isOpen) return <HoursFields form={form} usual={usual} />;
  return (
    <fieldset className="field-block">
      <legend className="field-label">
        {"Hours "}
        <span className="field-need">optional</span>
      </legend>
      {isUnset(week) ? (
        <p id={`${form.id}-usual`} className="field-hint">
          {`${weekText(usual.week)}. You can change each day.`}
        </p>
      ) : (
        <ReadBack week={week} title="Opening hours" />
      )}
      <p className="mt-2 flex flex-wrap gap-3">
        {isUnset(week) && (
          <button
            type="button"
            className="button"
            aria-describedby={`${form.id}-usual`}
            onClick={() => form.hook.setValue("week", usual.week, { shouldDirty: true })}
          >
            Start with these
          </button>
        )}
        <button type="button" className="button" onClick={() => setPressed(true)}>
          {isUnset(week) ? "Enter the hours" : "Change the hours"}
        </button>
      </p>
    </fieldset>
  );
}

interface FieldsProps {
  form: FormState<ListingValues>;
  usual: typeof EXAMPLE;
}

/** By day or in the owner's words; both are read back before submitting. */
function HoursFields({ form, usual }: FieldsProps) {
  const as = useWatch({ control: form.hook.control, name: "hoursAs" });
  return (
    <>
      <fieldset className="mt-6 flex flex-wrap gap-2">
        <legend className="sr-only">How to enter the hours</legend>
        {(
          [
            ["week", "Hours by day"],
            ["text", "Hours as text"],
          ] as const
        ).map(([value, text]) => (
          <label key={value} className="filter">
            <input type="radio" value={value} {...form.hook.register("hoursAs")} />
            {text}
          </label>
        ))}
      </fieldset>
      {as === "week" ? (
        <HoursField form={form} name="week" label="Hours" optional usual={usual} />
      ) : (
        <>
          <TextField
            form={form}
            name="hours"
            label="Hours"
            optional
            hint="Such as: Mon-Fri 7am-5pm, Sat 8am-2pm, closed Sundays."
            autoComplete="off"
          />
          <HoursInWords form={form} />
        </>
      )}
    </>
  );
}

/** Milliseconds without typing until the text is parsed. */
const PAUSE = 500;

/** How the server understands the text. */
function HoursInWords({ form }: { form: FormState<ListingValues> }) {
  const hours = useWatch({ control: form.hook.control, name: "hours" }).trim();
  const [read, setRead] = useState<{ hours: string; understood: boolean; message: string }>();
  useEffect(() => {
    if (hours === "") return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await call("post", "/api/opening-hours/read", {
        body: { hours },
        signal: leaving.signal,
      }).catch(() => undefined);
      if (answer && !leaving.signal.aborted) setRead({ hours, ...answer });
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [hours]);
  const shown = read?.hours === hours ? read : undefined;
  return (
    <div role="status">
      {shown && hours !== "" && (
        <div className="read-back">
          <p className="font-bold font-serif text-lg">
            {shown.understood ? "Opening hours" : "We couldn't read that"}
          </p>
          <p className="mt-1">{shown.message}</p>
          {!shown.understood && (
            <p className="mt-1 text-[0.9375rem] text-soft">
              Visitors will see it as you wrote it, but we can't show whether you're open.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
