import { getJson, sendJson } from "./client.ts";
import type { components } from "./schema.gen.ts";

/** Calls for a shop's own screens: the listing and the town story. */

export interface ShopSpan {
  opens: string;
  closes: string;
}

/** Days with different hours; no spans means closed. */
export interface SpecialDay {
  /** "2026-12-24" */
  from: string;
  /** The same day, or the last of several. */
  to: string;
  spans: ShopSpan[];
}

export type Freshness = "green" | "amber" | "grey";

export type AmenityField =
  | "hasWifi"
  | "hasParking"
  | "petFriendly"
  | "goodForWork"
  | "hasOutdoorSeating"
  | "servesBreakfast";

type Amenities = Record<AmenityField, boolean | null>;

export type MissingPart = "hours" | "photo" | "description" | "phone" | "website" | "amenities";

/** The editable fields. */
export interface ShopFields extends Amenities {
  street: string | null;
  zipCode: string | null;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  website: string | null;
  /** In `opening_hours` syntax, without special days. */
  weeklyHours: string | null;
  specialDays: SpecialDay[];
  description: string | null;
  ownerDescription: string | null;
  categories: string[];
}

/** A listing, for its own people. */
export interface YourShop extends ShopFields {
  id: string;
  slug: string;
  name: string;
  role: components["schemas"]["ShopRole"];
  cityName: string;
  state: string;
  pinIsExact: boolean;
  /** As written. */
  hours: string | null;
  /** The week that is usual in the town, as `weeklyHours`; null if too few shops agree. */
  usualHours: string | null;
  hoursConfirmedAt: string | null;
  hoursFreshness: Freshness | null;
  onlineStoreUrl: string | null;
  onlineStoreName: string | null;
  isBoosted: boolean;
  boostedUntil: string | null;
  isClosed: boolean;
  version: number;
  missing: MissingPart[];
  publicUrl: string;
}

/** The response to an edit. */
export interface EditedShop extends YourShop {
  /** The entry for undoing it; null if nothing changed. */
  entry: string | null;
}

export interface HistoryEntry {
  id: string;
  at: string;
  by: "you" | "administrator" | "other";
  action: string;
  changes: { field: string; before: string | null; after: string | null }[];
  canUndo: boolean;
  undone: boolean;
}

/** The details when an edit is refused because its version is old. */
export interface StaleEdit {
  current: YourShop;
  /** Fields changed since then. */
  changed: string[];
}

export const yourShopAddress = (slug: string) => `/api/your-shop/${encodeURIComponent(slug)}`;
export const historyAddress = (slug: string) => `${yourShopAddress(slug)}/history`;
const storyAddress = (slug: string) => `/api/coffee-shops/${encodeURIComponent(slug)}/local-vibes`;

export const readYourShop = (slug: string, signal?: AbortSignal) =>
  getJson(yourShopAddress(slug), signal) as Promise<YourShop>;

export const editYourShop = (slug: string, version: number, fields: Partial<ShopFields>) =>
  sendJson("PATCH", yourShopAddress(slug), { version, ...fields }) as Promise<EditedShop>;

export const confirmHours = (slug: string) =>
  sendJson("POST", `${yourShopAddress(slug)}/confirm-hours`, {}) as Promise<YourShop>;

export const readHistory = (slug: string, signal?: AbortSignal) =>
  getJson(historyAddress(slug), signal) as Promise<HistoryEntry[]>;

export const undoEdit = (slug: string, entry: string) =>
  sendJson(
    "POST",
    `${historyAddress(slug)}/${encodeURIComponent(entry)}/undo`,
    {},
  ) as Promise<YourShop>;

export interface StoryWords {
  prompt1Response: string;
  prompt2Response?: string;
}

export interface WrittenStory {
  id: string;
  status: components["schemas"]["StoryStatus"];
  prompt1Response: string;
  prompt2Response: string | null;
}

export const tellStory = (slug: string, words: StoryWords) =>
  sendJson("POST", storyAddress(slug), words) as Promise<WrittenStory>;

/** Replaces the text of an existing story: the approved one stays until this one is decided (D54). */
export const rewriteStory = (slug: string, words: StoryWords) =>
  sendJson("PUT", storyAddress(slug), words) as Promise<WrittenStory>;

export const askForStoryUpload = () =>
  sendJson("POST", "/api/local-vibes/upload") as Promise<{ uploadURL: string; expiresAt: string }>;

export const addStoryPhoto = (story: string, photoURL: string) =>
  sendJson("PUT", `/api/local-vibes/${encodeURIComponent(story)}/photo`, { photoURL }) as Promise<{
    id: string;
    photoUrl: string;
  }>;
