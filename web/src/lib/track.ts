import { type Body, call } from "../api/client.ts";

/** A visitor's action. */
export type TrackedEvent = Body<"post", "/api/analytics/track">;

/** Reports an event, unless the visitor has asked not to be tracked. Nothing waits for it, and failures are ignored. */
export function track(event: TrackedEvent) {
  const browser: Navigator & { globalPrivacyControl?: boolean } = navigator;
  if (browser.doNotTrack === "1" || browser.globalPrivacyControl) return;
  call("post", "/api/analytics/track", { body: withReferrer(event) }).catch(() => undefined);
}

let isFirst = true;

/** Only a visit's first page has a referrer from another site. Only its host is sent. */
function withReferrer(event: TrackedEvent): TrackedEvent {
  if (event.eventType !== "page_view" || !isFirst) return event;
  isFirst = false;
  const [origin] = /^https?:\/\/[^/]+/.exec(document.referrer) ?? [];
  return origin && origin !== location.origin ? { ...event, referrer: origin } : event;
}
