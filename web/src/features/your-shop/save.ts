import {
  type EditedShop,
  editYourShop,
  type ShopFields,
  type YourShop,
} from "../../api/your-shop.ts";
import { isSameValue } from "../../kit/merge/three-way.ts";
import type { Version } from "../../kit/merge/use-merge.ts";

type FieldName = keyof ShopFields;
type Edit = typeof editYourShop;

/** The fields in `wanted` that differ from `base`: untouched fields are never sent. */
export function changedFields(base: ShopFields, wanted: Partial<ShopFields>): Partial<ShopFields> {
  const changed = Object.entries(wanted).filter(
    ([name, value]) => !isSameValue(value, base[name as FieldName]),
  );
  const fields: Partial<ShopFields> = Object.fromEntries(changed);
  // A pin is two numbers that are set together.
  if ("latitude" in fields || "longitude" in fields) {
    if (wanted.latitude !== undefined) fields.latitude = wanted.latitude;
    if (wanted.longitude !== undefined) fields.longitude = wanted.longitude;
  }
  return fields;
}

/** A pin is two numbers that are one fact. */
export const TOGETHER = [["latitude", "longitude"]] as const;

export const versionOf = (shop: YourShop): Version<YourShop> => ({
  fields: shop,
  version: shop.version,
});

/** Saves the fields that differ from the version that they are saved over. */
export async function saveFields(
  fields: Partial<ShopFields>,
  over: Version<YourShop>,
  edit: Edit = editYourShop,
): Promise<EditedShop> {
  const rest = changedFields(over.fields, fields);
  if (Object.keys(rest).length === 0) return { ...over.fields, entry: null, nameWaits: false };
  return await edit(over.fields.slug, over.version, rest);
}

const PAUSE = 2000;
const MAX_FAILURES = 3;

interface Waiting {
  signal: AbortSignal;
  onWaiting: (isWaiting: boolean) => void;
}

/** Makes a call; while offline, it waits until there is a connection again, however long that takes. */
export async function whenOnline<T>(run: () => Promise<T>, { signal, onWaiting }: Waiting) {
  for (let failures = 1; ; failures += 1) {
    try {
      return await run();
    } catch (error) {
      // `fetch` reports every failed connection this way.
      if (!(error instanceof TypeError)) throw error;
      if (navigator.onLine && failures >= MAX_FAILURES) throw error;
      if (!navigator.onLine) failures = 0;
      onWaiting(true);
      await connection(signal).finally(() => onWaiting(false));
    }
  }
}

function connection(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = navigator.onLine ? setTimeout(() => settle(resolve), PAUSE) : undefined;
    const settle = (then: () => void) => {
      clearTimeout(timer);
      window.removeEventListener("online", isBack);
      signal.removeEventListener("abort", isOver);
      then();
    };
    const isBack = () => settle(resolve);
    const isOver = () => settle(() => reject(new DOMException("cancelled", "AbortError")));
    window.addEventListener("online", isBack);
    signal.addEventListener("abort", isOver);
    if (signal.aborted) isOver();
  });
}
