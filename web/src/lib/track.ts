import { sendJson } from "../api/client.ts";

/** A visitor's action, in the format of `POST /api/analytics/track`. */
export interface TrackedEvent {
  eventType:
    | "page_view"
    | "website_click"
    | "phone_click"
    | "directions_click"
    | "search"
    | "boost_plan_selected";
  page?: string;
  cityId?: string;
  coffeeShopId?: string;
  articleId?: string;
  query?: string;
  results?: number;
  /** Shops shown by the search. */
  shopIds?: string[];
  /** More details as JSON text. */
  metadata?: string;
  /** On the first page of a visit: the referring site. */
  referrer?: string;
}

/** Reports an event, unless the visitor has asked not to be tracked. Nothing waits for it, and failures are ignored. */
export function track(event: TrackedEvent) {
  const browser: Navigator & { globalPrivacyControl?: boolean } = navigator;
  if (browser.doNotTrack === "1" || browser.globalPrivacyControl) return;
  sendJson("POST", "/api/analytics/track", withReferrer(event)).catch(() => undefined);
}

let isFirst = true;

/** Only a visit's first page has a referrer from another site. Only its host is sent. */
function withReferrer(event: TrackedEvent): TrackedEvent {
  if (event.eventType !== "page_view" || !isFirst) return event;
  isFirst = false;
  const [origin] = /^https?:\/\/[^/]+/.exec(document.referrer) ?? [];
  return origin && origin !== location.origin ? { ...event, referrer: origin } : event;
}
