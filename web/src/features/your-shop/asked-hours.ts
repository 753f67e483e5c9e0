import { type Answer, call } from "../../kit/api.ts";

/** Calls of the pages behind the links in the half-yearly question about hours. None of them needs a session. */

export type AskedHours = Answer<"post", "/api/hours-question/show">;

/** By token or, once the hours were opened, by key. */
export const showAskedHours = (token: string, signal?: AbortSignal) =>
  call("post", "/api/hours-question/show", { body: { token }, ...(signal && { signal }) });

export const confirmAskedHours = (token: string, version: number) =>
  call("post", "/api/hours-question/confirm", { body: { token, version } });

export const openAskedHours = (token: string) =>
  call("post", "/api/hours-question/open", { body: { token } });

export const changeAskedHours = (
  key: string,
  version: number,
  change: Partial<Pick<AskedHours, "weeklyHours" | "specialDays">>,
) => call("post", "/api/hours-question/change", { body: { key, version, ...change } });

const PLACE = "asked-hours-key";

/** The key that changes the hours, kept in this tab so that a reload loses nothing. */
export function keptKey(): string | null {
  try {
    return sessionStorage.getItem(PLACE);
  } catch {
    return null;
  }
}

export function keepKey(key: string) {
  try {
    sessionStorage.setItem(PLACE, key);
  } catch {
    // Without storage, the page works until it is reloaded.
  }
}
