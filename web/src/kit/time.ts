/** Times as the viewer's clock shows them: for screens that the browser draws alone, and nowhere else. */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Nov 22, 2026" */
export function dayText(instant: string): string {
  // biome-ignore lint/plugin: drawn by the browser alone
  const date = new Date(instant);
  return `${MONTHS[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}`;
}

/** "Nov 22, 2026, 3:05 PM" */
export function momentText(instant: string): string {
  // biome-ignore lint/plugin: drawn by the browser alone
  const date = new Date(instant);
  const [hour, minute] = [date.getHours(), String(date.getMinutes()).padStart(2, "0")];
  return `${dayText(instant)}, ${hour % 12 || 12}:${minute} ${hour < 12 ? "AM" : "PM"}`;
}

/** Milliseconds until an instant; negative when it has passed. */
// biome-ignore lint/plugin: drawn by the browser alone
export const millisUntil = (instant: string) => Date.parse(instant) - Date.now();
