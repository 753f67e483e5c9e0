import { type ChangeEvent, type ReactNode, useId } from "react";
import type { Trip } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { patientSelect } from "../../../lib/patient-select.ts";
import { useShownQuery } from "../../../lib/use-shown-query.ts";
import { DETOURS, type TripQuery, USUAL_DETOUR } from "../trip-query.ts";

interface Props {
  query: TripQuery;
  problem: Trip["problem"];
}

/** Two places and when one leaves: a plain GET form, so that a trip has a URL. */
export function TripForm({ query, problem }: Props) {
  const form = useShownQuery(paths.trip({ ...query }));
  const detour = useId();
  // Before there is a trip, a choice alone asks for nothing.
  const isTrip = query.from !== "" && query.to !== "";
  const ask = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (isTrip) target.form?.requestSubmit();
  };
  const problemAt = (field: string) => (problem?.field === field ? problem : null);
  return (
    <form ref={form} action={paths.trip()} className="mt-7" aria-label="Trip">
      <div className="grid max-w-3xl gap-x-4 gap-y-5 sm:grid-cols-2">
        <Place name="from" label="From" query={query} problem={problemAt("from")} />
        <Place name="to" label="To" query={query} problem={problemAt("to")} />
        <Field
          name="depart"
          label="Leave"
          hint="Where you start. Empty: now."
          problem={problemAt("depart")}
        >
          {(described) => (
            <input
              name="depart"
              type="datetime-local"
              // A URL of a trip has a year of four digits. The W3C's checker takes a later one than this for a typo.
              max="2999-12-31T23:59"
              className="field"
              defaultValue={query.depart}
              {...described}
            />
          )}
        </Field>
        <div>
          <label htmlFor={detour} className="field-label">
            Longest detour
          </label>
          <select
            id={detour}
            name="detour"
            className="field"
            data-asked={query.detour || USUAL_DETOUR}
            defaultValue={query.detour || USUAL_DETOUR}
            {...(isTrip ? patientSelect : {})}
          >
            {DETOURS.map((minutes) => (
              <option key={minutes} value={minutes}>{`${minutes} minutes`}</option>
            ))}
          </select>
        </div>
      </div>
      <label className="filter mt-5">
        <input
          type="checkbox"
          name="open"
          value="true"
          defaultChecked={query.open}
          onChange={ask}
        />
        Open when I get there
      </label>
      <p className="mt-5">
        <button type="submit" className="button button-primary min-h-13">
          Find coffee on the way
        </button>
      </p>
    </form>
  );
}

interface PlaceProps {
  name: "from" | "to";
  label: string;
  query: TripQuery;
  problem: Trip["problem"];
}

function Place({ name, label, query, problem }: PlaceProps) {
  return (
    <Field name={name} label={label} hint="A town with its state, or a ZIP code" problem={problem}>
      {(described) => (
        <>
          <input
            name={name}
            type="text"
            className="field"
            defaultValue={query[name]}
            maxLength={100}
            autoComplete="off"
            {...described}
          />
          {problem && problem.suggestions.length > 0 && (
            <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
              {problem.suggestions.map((town) => (
                <li key={town}>
                  <a className="link py-1" href={paths.trip({ ...query, [name]: town, page: 1 })}>
                    {town}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  );
}

interface Described {
  id: string;
  "aria-describedby": string;
  "aria-invalid": true | undefined;
}

interface FieldProps {
  name: string;
  label: string;
  hint: string;
  problem: Trip["problem"];
  children: (described: Described) => ReactNode;
}

/** A field with what is wrong with it beside it. */
function Field({ name, label, hint, problem, children }: FieldProps) {
  const id = `trip-${name}`;
  return (
    <div>
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <p id={`${id}-hint`} className={problem ? "field-hint text-red" : "field-hint"}>
        {problem && <strong>Error: </strong>}
        {problem ? problem.message : hint}
      </p>
      {children({
        id,
        "aria-describedby": `${id}-hint`,
        "aria-invalid": problem ? true : undefined,
      })}
    </div>
  );
}
