import { clockOf } from "../lib/formats.ts";

/** Times in the viewer's local time, only for browser-only screens. */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Nov 22, 2026" */
export function dayText(instant: string): string {
  // biome-ignore lint/plugin: drawn by the browser alone
  const date = new Date(instant);
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** "3:05 PM" */
export function clockText(instant: string): string {
  // biome-ignore lint/plugin: drawn by the browser alone
  const date = new Date(instant);
  return clockOf(date.getHours(), date.getMinutes(), true);
}

/** "Nov 22, 2026, 3:05 PM" */
export const momentText = (instant: string) => `${dayText(instant)}, ${clockText(instant)}`;

/** The viewer's time zone, to which times above belong: "UTC−6", "UTC+5:30". */
export function zoneText(): string {
  // biome-ignore lint/plugin: drawn by the browser alone
  const minutes = -new Date().getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  if (minutes === 0) return "UTC";
  return `UTC${minutes < 0 ? "−" : "+"}${hours}${rest ? `:${String(rest).padStart(2, "0")}` : ""}`;
}

/** Milliseconds until an instant; negative if it has passed. */
// biome-ignore lint/plugin: drawn by the browser alone
export const millisUntil = (instant: string) => Date.parse(instant) - Date.now();

/** The instant in so many milliseconds. */
// biome-ignore lint/plugin: drawn by the browser alone
export const inMillis = (millis: number) => new Date(Date.now() + millis).toISOString();

/** An instant for a date and time field, in local time: "2026-11-22T15:05". */
export function inputOf(instant: string): string {
  // biome-ignore lint/plugin: drawn by the browser alone
  const date = new Date(instant);
  const two = (number: number) => String(number).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** The instant in such a field; `null` if it has none. */
export function instantOf(input: string): string | null {
  // biome-ignore lint/plugin: drawn by the browser alone
  const date = new Date(input);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const UNITS: readonly [minutes: number, name: string][] = [
  [60 * 24, "day"],
  [60, "hour"],
  [1, "minute"],
];

/** "3 days ago", "just now". */
export function agoText(instant: string): string {
  const minutes = Math.floor(-millisUntil(instant) / 60_000);
  const [size, name] = UNITS.find(([length]) => minutes >= length) ?? [0, ""];
  if (size === 0) return "just now";
  const count = Math.floor(minutes / size);
  return `${count} ${name}${count === 1 ? "" : "s"} ago`;
}
