/** The router's own query format is JSON; our URLs contain plain text, so we convert in both directions. */

export function parseSearch(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text)) values[name] ??= value;
  return values;
}

export function stringifySearch(values: Record<string, unknown>): string {
  const parts = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}
