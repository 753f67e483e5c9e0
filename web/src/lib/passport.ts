import { useSyncExternalStore } from "react";
import type { Shop } from "../api/types.ts";

/**
 * The coffee passport: shops that this device's owner saved or visited. It is stored only in the device's local
 * storage; the server is asked for details of shops, but never learns who asks.
 */

/** What the device remembers about a shop, so that the list works offline. */
export interface ShopFacts {
  id: string;
  slug: string;
  name: string;
  town: string;
  state: string;
  /** Opening hours, Monday first; null if unknown. */
  week: readonly string[] | null;
  permanentlyClosed: boolean;
  /** The directory no longer had it when last asked. */
  gone: boolean;
}

export interface KeptShop extends ShopFacts {
  saved: boolean;
  /** The day of the visit as YYYY-MM-DD; empty if unknown, null if there was none. */
  visited: string | null;
  /** A private note. */
  note: string;
}

/** What the owner of the device says about a shop. */
export type Remark = Partial<Pick<KeptShop, "saved" | "visited" | "note">>;

export type Passport = readonly KeptShop[];

/** The result of a change: stored, refused because the passport is full, or failed because storage is unavailable. */
export type Keeping = "kept" | "full" | "failed";

const KEY = "passport";
const UNREADABLE = `${KEY}-unreadable`;
const VERSION = 1;
export const MAX_SHOPS = 500;
export const LONGEST_NOTE = 280;
const EMPTY: Passport = [];

let text: string | null = null;
let shops = EMPTY;
const listeners = new Set<() => void>();

/** The current passport, including changes made in other tabs. */
export function readPassport(): Passport {
  try {
    const found = localStorage.getItem(KEY);
    if (found !== text) {
      shops = parsePassport(found) ?? EMPTY;
      text = found;
    }
    return shops;
  } catch {
    // Storage is off.
    return EMPTY;
  }
}

/** Every valid shop in stored text; null if the text isn't in our format. */
export function parsePassport(stored: string | null): Passport | null {
  try {
    const { version, shops } = JSON.parse(stored ?? "");
    if (version !== VERSION) return null;
    const byId = new Map<string, KeptShop>();
    for (const value of shops) {
      const shop = keptShopOf(value);
      if (shop && byId.size < MAX_SHOPS && !byId.has(shop.id)) byId.set(shop.id, shop);
    }
    return [...byId.values()];
  } catch {
    return null;
  }
}

export const passportText = (shops: Passport) => JSON.stringify({ version: VERSION, shops });

const words = (value: unknown, limit: number) =>
  typeof value === "string" ? value.slice(0, limit) : "";

/** A shop as we would have written it; null if invalid. */
function keptShopOf(value: Record<string, unknown> | null): KeptShop | null {
  const id = words(value?.id, 36);
  const slug = words(value?.slug, 200);
  const name = words(value?.name, 200);
  if (!value || !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return null;
  if (!/^[\w-]+$/.test(slug) || !name) return null;
  const visited = value.visited === "" || isDay(value.visited) ? value.visited : null;
  const saved = value.saved === true;
  if (!saved && visited === null) return null;
  return {
    id,
    slug,
    name,
    town: words(value.town, 100),
    state: words(value.state, 2),
    week: Array.isArray(value.week) ? value.week.slice(0, 7).map((day) => words(day, 100)) : null,
    permanentlyClosed: value.permanentlyClosed === true,
    gone: value.gone === true,
    saved,
    visited,
    note: words(value.note, LONGEST_NOTE),
  };
}

export function isDay(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const [, month = 0, day = 0] = /^\d{4}-(\d\d)-(\d\d)$/.exec(value)?.map(Number) ?? [];
  return month > 0 && month < 13 && day > 0 && day < 32;
}

/** Changes the stored passport, and notifies everything that shows it. */
export function changePassport(edit: (shops: Passport) => Passport): Keeping {
  const before = readPassport();
  const after = edit(before);
  if (after === before) return "kept";
  if (after.length > MAX_SHOPS && after.length > before.length) return "full";
  try {
    // Data that we can't read, such as a later version's, is set aside and not lost.
    if (text && !parsePassport(text)) localStorage.setItem(UNREADABLE, text);
    if (after.length > 0) localStorage.setItem(KEY, passportText(after));
    else localStorage.removeItem(KEY);
  } catch {
    return "failed";
  }
  tell();
  return "kept";
}

/** Stores what is said about a shop. A shop that is neither saved nor visited is removed; a new one goes first. */
export function remark(facts: ShopFacts, said: Remark): Keeping {
  return changePassport((shops) => {
    const found = shops.find(({ id }) => id === facts.id);
    // Based on the stored state, not on what the caller last saw.
    const { saved = false, visited = null, note = "" } = found ?? {};
    const week = facts.week ?? found?.week ?? null;
    const shop: KeptShop = { ...facts, week, saved, visited, note, ...said };
    if (!shop.saved && shop.visited === null) return shops.filter(({ id }) => id !== facts.id);
    return found ? shops.map((other) => (other === found ? shop : other)) : [shop, ...shops];
  });
}

/**
 * Undoes a removal: restores what `said` removed from the shop, and keeps later changes. A shop that was removed
 * returns to its place.
 */
export function restore(before: KeptShop, said: Remark, place: number): Keeping {
  const saved = said.saved === false && before.saved;
  const visited = said.visited === null ? before.visited : null;
  return changePassport((shops) => {
    const found = shops.find(({ id }) => id === before.id);
    if (!found)
      return [...shops.slice(0, place), { ...before, saved, visited }, ...shops.slice(place)];
    const shop = { ...found, saved: found.saved || saved, visited: found.visited ?? visited };
    return shops.map((other) => (other === found ? shop : other));
  });
}

/** Removes everything from the device, including data that couldn't be read. */
export function clearPassport(): Keeping {
  const keeping = changePassport(() => []);
  if (keeping === "kept") localStorage.removeItem(UNREADABLE);
  return keeping;
}

/** The facts worth remembering about a shop. Lists don't include hours, so earlier ones are kept. */
export function factsOf({
  id,
  slug,
  name,
  cityName,
  state,
  week,
  permanentlyClosed,
}: Shop): ShopFacts {
  return {
    id,
    slug,
    name,
    town: cityName,
    state,
    week: week?.map(({ label }) => label) ?? null,
    permanentlyClosed,
    gone: false,
  };
}

/** The device's local date as YYYY-MM-DD. Never called while rendering on the server. */
export function today(): string {
  // biome-ignore lint/plugin: on the device, after a click or in what only the device draws
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join("-");
}

function tell() {
  for (const listener of listeners) listener();
}

/** Changes from other tabs, and those made before the browser brought this page back from its memory. */
const FROM_ELSEWHERE = ["storage", "pageshow"] as const;

function subscribe(listener: () => void) {
  if (listeners.size === 0)
    for (const event of FROM_ELSEWHERE) window.addEventListener(event, tell);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    for (const event of FROM_ELSEWHERE) window.removeEventListener(event, tell);
  };
}

/** The passport; null on the server and during hydration, when the device's data isn't available. */
export function usePassport(): Passport | null {
  return useSyncExternalStore<Passport | null>(subscribe, readPassport, () => null);
}

/** Whether a shop is saved; false where `usePassport` is null. Only rerenders when this shop changes. */
export function useIsSaved(id: string): boolean {
  return useSyncExternalStore(
    subscribe,
    () => readPassport().some((shop) => shop.id === id && shop.saved),
    () => false,
  );
}

/** Asks the browser to keep the saved shops' pages for offline use. Loaded with the first change. */
export function keepForOffline() {
  import("./offline/keep-pages.ts").then(({ keepPages }) => keepPages()).catch(() => undefined);
}
