import { sendJson } from "../api/client.ts";

/** Something that a visitor did, as `POST /api/analytics/track` takes it. */
export interface TrackedEvent {
  eventType: "page_view" | "website_click" | "phone_click" | "directions_click" | "search";
  page?: string;
  cityId?: string;
  coffeeShopId?: string;
  articleId?: string;
  query?: string;
  results?: number;
}

/** Tells the server, unless the visitor has asked not to be tracked. Nobody waits for it, and a failure is ignored. */
export function track(event: TrackedEvent) {
  const browser: Navigator & { globalPrivacyControl?: boolean } = navigator;
  if (browser.doNotTrack === "1" || browser.globalPrivacyControl) return;
  sendJson("POST", "/api/analytics/track", event).catch(() => undefined);
}
