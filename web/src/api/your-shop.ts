import { addressOf, call } from "./client.ts";
import type { components } from "./schema.gen.ts";

/** Calls for a shop's own screens: the listing and the town story. */

type Schemas = components["schemas"];

export type ShopSpan = Schemas["SpecialSpan"];
/** Days with different hours; no spans means closed. */
export type SpecialDay = Schemas["SpecialDays"];
export type Freshness = Schemas["HoursFreshness"];
export type MissingPart = Schemas["Missing"];
/** A listing, for its own people. */
export type YourShop = Schemas["YourShop"];
/** The response to an edit, with the entry for undoing it. */
export type EditedShop = Schemas["ChangedShop"];
export type HistoryEntry = Schemas["HistoryEntry"];
export type StoryWords = Schemas["StoryWords"];
export type WrittenStory = Schemas["WrittenStory"];

/** The editable fields. */
export type ShopFields = Pick<YourShop, Exclude<keyof Schemas["ShopChange"], "version" | "hours">>;

const SHOP = "/api/your-shop/{slugOrId}";
const STORY = "/api/coffee-shops/{slugOrId}/local-vibes";

/** Where a shop's calls go: its slug. */
const at = (slugOrId: string) => ({ path: { slugOrId } });

export const yourShopAddress = (slug: string) => addressOf(SHOP, at(slug));
export const historyAddress = (slug: string) => addressOf(`${SHOP}/history`, at(slug));

export const readYourShop = (slug: string, signal?: AbortSignal) =>
  call("get", SHOP, { ...at(slug), ...(signal && { signal }) });

export const editYourShop = (slug: string, version: number, fields: Partial<ShopFields>) =>
  call("patch", SHOP, { ...at(slug), body: { version, ...fields } });

export const confirmHours = (slug: string) => call("post", `${SHOP}/confirm-hours`, at(slug));

export const readHistory = (slug: string, signal?: AbortSignal) =>
  call("get", `${SHOP}/history`, { ...at(slug), ...(signal && { signal }) });

export const undoEdit = (slugOrId: string, entry: string, later: readonly string[]) =>
  call("post", `${SHOP}/history/{entry}/undo`, {
    path: { slugOrId, entry },
    body: { later: [...later] },
  });

export const tellStory = (slug: string, body: StoryWords) =>
  call("post", STORY, { ...at(slug), body });

/** Replaces the text of an existing story: the approved one stays until this one is decided (D54). */
export const rewriteStory = (slug: string, body: StoryWords) =>
  call("put", STORY, { ...at(slug), body });

export const askForStoryUpload = () => call("post", "/api/local-vibes/upload");

export const addStoryPhoto = (id: string, photoURL: string) =>
  call("put", "/api/local-vibes/{id}/photo", { path: { id }, body: { photoURL } });
