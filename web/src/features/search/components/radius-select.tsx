import { patientSelect } from "../../../lib/patient-select.ts";
import { DEFAULT_RADIUS } from "../search-query.ts";

/** The id of the field, of which a page has one. */
export const RADIUS_FIELD = "search-radius";

const RADII = [10, 25, 50, 100];

interface Props {
  /** Miles; none where the search is not around a place. */
  radius: number | null;
  /** What a search without a radius means, where that is a choice. */
  without?: string;
}

/** How far around a place to look. A choice asks again at once. */
export function RadiusSelect({ radius, without }: Props) {
  // An address may carry any number of miles.
  const choices = radius === null || RADII.includes(radius) ? RADII : [radius, ...RADII];
  const asked = radius ?? (without ? "" : DEFAULT_RADIUS);
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
            {`Within ${miles} miles`}
          </option>
        ))}
      </select>
    </>
  );
}
