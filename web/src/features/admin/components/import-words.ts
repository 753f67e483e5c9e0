import type { Answer } from "../../../kit/api.ts";
import { DAY_NAMES, readHours } from "../../../kit/hours/week.ts";
import { wayText } from "../../../lib/formats.ts";
import { between } from "../../../lib/text.ts";

export type Question = Answer<"get", "/api/admin/import-questions">["questions"][number];

const METERS_IN_A_MILE = 1609.344;

/** "About 40 feet apart", "1.2 miles apart". */
export function apartText(meters: number): string {
  const way = wayText(meters / METERS_IN_A_MILE);
  if (way === "") return "At the same spot on the map";
  return /mile|kilo/.test(way) ? `${way} apart` : `About ${way} apart`;
}

/** "40 ft", "1.2 mi" */
export function apartBriefly(meters: number): string {
  const way = wayText(meters / METERS_IN_A_MILE);
  if (way === "") return "same spot";
  const units = { feet: "ft", miles: "mi", meters: "m", kilometers: "km" };
  return way.replace(/[a-z]+$/, (unit) => units[unit as keyof typeof units]);
}

const SOURCES: Record<string, string> = {
  osm: "OpenStreetMap",
  foursquare: "Foursquare",
  overture: "Overture Maps",
  table: "an unnamed list",
  json: "an unnamed list",
  geojson: "an unnamed list",
};

export const sourceText = (source: string) => SOURCES[source] ?? source;

/** The URL of a record at its source, if it is safe to link to. */
export const safeAddress = (url: string | null) => (url && /^https?:\/\//.test(url) ? url : null);

interface Why {
  title: "Possible duplicate" | "Possible chain" | "Needs a look";
  text: string;
}

type Reason = NonNullable<Question["why"]>;
type Sign = Extract<Reason, { code: "similar" }>["signs"][number];

const SIGNS: Record<Sign, string> = {
  name: "same name",
  address: "same street address",
  address_and_contact: "same contact details at the same address",
  near: "within 250 feet",
  phone: "same phone number",
  website: "same website",
};

/** Why someone has to decide. Records of earlier versions have only the report's text. */
export function whyAsked({ why, reason }: { why: Reason | null; reason: string }): Why {
  const duplicate = (text: string): Why => ({ title: "Possible duplicate", text: sentence(text) });
  const chain = (text: string): Why => ({ title: "Possible chain", text });
  const look = (text: string): Why => ({ title: "Needs a look", text });
  switch (why?.code) {
    case "similar":
      return duplicate(
        why.signs.map((sign, at) => between(at, why.signs.length) + SIGNS[sign]).join(""),
      );
    case "same_name_next_door":
      return duplicate("same name next door, at another address");
    case "same_name_no_address":
      return duplicate("same name in the same town, and no address tells them apart");
    case "same_name_other_number":
      return duplicate("same name at another number of the same street");
    case "same_name_nearby":
      return duplicate("same name within 1,000 feet, and no address tells them apart");
    case "other_name_same_address":
      return duplicate("another name at the same address");
    case "common_name":
      return chain(`“${why.brand}” is a chain, but independent shops use that name, too.`);
    case "brand_among_words":
      return chain(`Its name contains “${why.brand}”, which is a chain.`);
    case "misspelling":
      return chain(`Its name looks like a misspelling of “${why.brand}”, which is a chain.`);
    case "state_unknown":
      return chain(
        `“${why.brand}” is a chain in ${why.states}, and the record doesn't give a state.`,
      );
    case "letters_lost":
      return look("Some letters of its name were lost when the file was converted.");
    case "foreign_point":
      return look(`Its address is in ${why.town}, but its spot on the map is abroad.`);
    case "other_kind":
      return look(`“${why.kind}” may not serve coffee to passers-by.`);
    case "reported":
      return look(`Somebody reported it at its source: ${why.report}.`);
    default:
      return look(sentence(reason));
  }
}

function sentence(text: string): string {
  const end = /[.!?]$/.test(text) ? "" : ".";
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${end}`;
}

const POINT = /^-?\d+\.\d+, -?\d+\.\d+$/;

interface Place {
  label: string;
  now: string;
  suggested: string;
}

/** The part of "126 Main Street · 71301 · 31.31130, -92.44510" that differs: the address, or else how far apart the two are. */
export function placeDifference<P extends Place>(place: P, meters: number | null): P {
  const wordsOf = (text: string) =>
    text
      .split(" · ")
      .filter((part) => part !== "" && !POINT.test(part))
      .join(", ");
  const [now, suggested] = [wordsOf(place.now), wordsOf(place.suggested)];
  if (suggested !== "" && suggested !== now) return { ...place, now, suggested };
  const label = "Spot on the map";
  if (meters === null) return { ...place, label, now: "", suggested: "The record's" };
  return { ...place, label, now: "The shop's", suggested: `The record's. ${apartText(meters)}` };
}

/** "Monday to Friday" for consecutive days, otherwise each by name. */
function daysText(days: string[]): string {
  const [first, last] = [days[0] ?? "", days.at(-1) ?? ""];
  const week: readonly string[] = DAY_NAMES;
  const areNeighbors = week.indexOf(last) - week.indexOf(first) === days.length - 1;
  if (days.length > 2 && areNeighbors) return `${first} to ${last}`;
  return days.map((day, at) => between(at, days.length) + day).join("");
}

/** What is odd about a record's hours, given the days that they name twice; null if they can be shown as a week. */
export function hoursDoubt(hours: string, repeatedDays: string[]): string | null {
  if (repeatedDays.length > 0) {
    const verb = repeatedDays.length === 1 ? "is" : "are";
    return `${daysText(repeatedDays)} ${verb} listed twice in these hours, so the page would show them as written.`;
  }
  if (readHours(hours)) return null;
  return "We can't read these hours as a weekly schedule, so the page would show them as written.";
}
