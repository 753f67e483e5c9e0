import { ApiError } from "../../api/client.ts";
import {
  type EditedShop,
  editYourShop,
  type ShopFields,
  type StaleEdit,
  type YourShop,
} from "../../api/your-shop.ts";

type FieldName = keyof ShopFields;
type Edit = typeof editYourShop;

/** Someone else has changed the same fields. */
export class EditConflict extends Error {
  readonly current: YourShop;
  readonly fields: FieldName[];

  constructor(current: YourShop, fields: FieldName[]) {
    super("Someone else has changed this in the meantime.");
    this.name = "EditConflict";
    this.current = current;
    this.fields = fields;
  }
}

/** Null and "" are equal; lists are equal if their contents are. */
const spelled = (value: unknown) => JSON.stringify(value === "" ? null : (value ?? null));
const isSame = (one: unknown, other: unknown) => spelled(one) === spelled(other);

/** The fields in `wanted` that differ from `base`: untouched fields are never sent. */
export function changedFields(base: ShopFields, wanted: Partial<ShopFields>): Partial<ShopFields> {
  const changed = Object.entries(wanted).filter(
    ([name, value]) => !isSame(value, base[name as FieldName]),
  );
  const fields: Partial<ShopFields> = Object.fromEntries(changed);
  // A pin is two numbers that are set together.
  if ("latitude" in fields || "longitude" in fields) {
    if (wanted.latitude !== undefined) fields.latitude = wanted.latitude;
    if (wanted.longitude !== undefined) fields.longitude = wanted.longitude;
  }
  return fields;
}

const MAX_ATTEMPTS = 4;

/**
 * Saves an edit that started from `base`. Others' changes to other fields are kept. If they changed the same ones, the
 * edit is refused with both values, and can be sent again with `over`, the version that the person has seen.
 */
export async function saveEdit(
  base: YourShop,
  wanted: Partial<ShopFields>,
  over: YourShop | null = null,
  edit: Edit = editYourShop,
): Promise<EditedShop> {
  const fields = changedFields(base, wanted);
  let seen = over ?? base;
  for (let attempt = 1; ; attempt += 1) {
    const rest = over ? fields : changedFields(seen, fields);
    if (Object.keys(rest).length === 0) return { ...seen, entry: null };
    try {
      return await edit(base.slug, seen.version, rest);
    } catch (error) {
      const stale = staleOf(error);
      if (!stale || attempt === MAX_ATTEMPTS) throw error;
      const { current } = stale;
      const known = seen;
      const inTheWay = (Object.keys(fields) as FieldName[]).filter(
        (name) => !isSame(current[name], known[name]) && !isSame(current[name], fields[name]),
      );
      if (inTheWay.length > 0) throw new EditConflict(current, inTheWay);
      seen = current;
    }
  }
}

function staleOf(error: unknown): StaleEdit | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const details = (error.details ?? {}) as Partial<StaleEdit>;
  return details.current ? { current: details.current, changed: details.changed ?? [] } : null;
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
