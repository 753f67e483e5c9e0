import type { Site } from "../api/types.ts";

export type Formats = Site["formats"];

/** How times and distances are written where the operator hasn't chosen. */
export const SHIPPED: Formats = { clock: "12", firstDay: "monday", distances: "miles" };

let formats = SHIPPED;

/** Takes over the site's formats; every text is made after it. */
export function takeFormats(site: Site) {
  formats = site.formats ?? SHIPPED;
}

const inKilometers = () => formats.distances === "kilometers";
const MILE = 1.609344;
const METERS_IN_A_FOOT = 0.3048;
const FEET_IN_A_MILE = 5280;

/** A time of day: "7 AM" or "7:30 AM"; in 24 hours always "07:30". With `long`, minutes are always written. */
export function clockOf(hour: number, minute: number, long = false): string {
  const minutes = String(minute).padStart(2, "0");
  if (formats.clock === "24") return `${String(hour % 24).padStart(2, "0")}:${minutes}`;
  const half = hour % 24 < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}${long || minute ? `:${minutes}` : ""} ${half}`;
}

/** A week that starts on Monday, as it is shown. */
export const weekFrom = <T>(days: readonly T[]): readonly T[] =>
  formats.firstDay === "sunday" ? [...days.slice(6), ...days.slice(0, 6)] : days;

/** "10 miles", "16 kilometers" */
export function lengthText(miles: number): string {
  if (inKilometers()) {
    const length = miles * MILE;
    return plainLength(length < 0.75 ? 0.5 : Math.round(length), "kilometer");
  }
  return plainLength(miles, "mile");
}

const plainLength = (length: number, unit: string) =>
  length === 0.5 ? `½ ${unit}` : `${length} ${unit}${length === 1 ? "" : "s"}`;

/** "1.2 mi", "12 mi" */
export function distanceText(miles: number): string {
  const length = inKilometers() ? miles * MILE : miles;
  return `${length.toFixed(length < 10 ? 1 : 0)} ${inKilometers() ? "km" : "mi"}`;
}

/** A short way in words: "340 feet", "2.1 miles"; "100 meters", "2.1 kilometers". Empty for the same place. */
export function wayText(miles: number): string {
  if (inKilometers()) {
    const meters = Math.round((miles * FEET_IN_A_MILE * METERS_IN_A_FOOT) / 10) * 10;
    if (meters === 0) return "";
    return meters < 1000 ? `${meters} meters` : `${(miles * MILE).toFixed(1)} kilometers`;
  }
  const feet = Math.round((miles * FEET_IN_A_MILE) / 10) * 10;
  if (feet === 0) return "";
  return miles < 0.5 ? `${feet} feet` : `${miles.toFixed(1)} miles`;
}

/** Round lengths of the site's own unit, in miles. */
export const inMiles = (lengths: readonly number[]) =>
  inKilometers() ? lengths.map((length) => Number((length / MILE).toFixed(2))) : lengths;
