import { sendJson } from "../api/client.ts";

/** Something that a visitor did, as `POST /api/analytics/track` takes it. */
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
  /** Shops that the search showed. */
  shopIds?: string[];
  /** JSON text with what else is known of it. */
  metadata?: string;
  /** Of the first page of a visit: the site that led here. */
  referrer?: string;
}

/** Tells the server, unless the visitor has asked not to be tracked. Nobody waits for it, and a failure is ignored. */
export function track(event: TrackedEvent) {
  const browser: Navigator & { globalPrivacyControl?: boolean } = navigator;
  if (browser.doNotTrack === "1" || browser.globalPrivacyControl) return;
  sendJson("POST", "/api/analytics/track", withReferrer(event)).catch(() => undefined);
}

let isFirst = true;

/** Another site leads to the first page of a visit alone. Its host is told, and nothing behind it. */
function withReferrer(event: TrackedEvent): TrackedEvent {
  if (event.eventType !== "page_view" || !isFirst) return event;
  isFirst = false;
  const [origin] = /^https?:\/\/[^/]+/.exec(document.referrer) ?? [];
  return origin && origin !== location.origin ? { ...event, referrer: origin } : event;
}
