import { inMiles, lengthText } from "../../../lib/formats.ts";
import { patientSelect } from "../../../lib/patient-select.ts";
import { DEFAULT_RADIUS } from "../search-query.ts";

/** The field's ID; a page has only one. */
export const RADIUS_FIELD = "search-radius";

const RADII = [10, 25, 50, 100];

interface Props {
  /** In miles; null if the search isn't around a place. */
  radius: number | null;
  /** The meaning of no radius, if that is a choice. */
  without?: string;
}

/** The search radius. A choice submits at once. */
export function RadiusSelect({ radius, without }: Props) {
  // A URL can contain any number of miles.
  const asked = radius ?? (without ? "" : DEFAULT_RADIUS);
  const round = inMiles(RADII);
  const choices = asked === "" || round.includes(asked) ? round : [asked, ...round];
  return (
    <>
      <label className="sr-only" htmlFor={RADIUS_FIELD}>
        Distance
      </label>
      <select
        id={RADIUS_FIELD}
        name="radius"
        className="field sm:w-auto"
        defaultValue={asked}
        data-asked={asked}
        {...patientSelect}
      >
        {without && <option value="">{without}</option>}
        {choices.map((miles) => (
          <option key={miles} value={miles}>
            {`Within ${lengthText(miles)}`}
          </option>
        ))}
      </select>
    </>
  );
}
