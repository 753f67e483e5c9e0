import { type KeptShop, MAX_SHOPS, type Passport } from "../../lib/passport.ts";

/** A merged passport, with the result. */
export interface Merged {
  shops: Passport;
  /** Shops that were added. */
  added: number;
  /** Existing shops with added facts. */
  completed: number;
  /** Shops for which there was no room. */
  left: number;
}

/**
 * Adds another passport. This device's data takes precedence: an existing shop keeps its date and its note, and only
 * gains what was missing.
 */
export function mergePassports(mine: Passport, others: Passport): Merged {
  const shops = new Map(mine.map((shop) => [shop.id, shop]));
  let [added, completed, left] = [0, 0, 0];
  for (const other of others) {
    const known = shops.get(other.id);
    const merged = known ? complete(known, other) : other;
    if (!known && shops.size >= MAX_SHOPS) {
      left += 1;
      continue;
    }
    if (!known) added += 1;
    else if (merged !== known) completed += 1;
    shops.set(other.id, merged);
  }
  return { shops: [...shops.values()], added, completed, left };
}

/** Undoes a merge in the current passport. Later changes are kept, except for shops that only the merge had added. */
export function unmerge(now: Passport, before: Passport, merged: Passport): Passport {
  const mine = new Map(before.map((shop) => [shop.id, shop]));
  const theirs = new Map(merged.map((shop) => [shop.id, shop]));
  return now.flatMap((shop) => {
    const was = mine.get(shop.id);
    const became = theirs.get(shop.id);
    if (!became || became === was) return [shop];
    const { saved = false, visited = null, note = "" } = was ?? {};
    const back = {
      ...shop,
      saved: shop.saved === became.saved ? saved : shop.saved,
      visited: shop.visited === became.visited ? visited : shop.visited,
      note: shop.note === became.note ? note : shop.note,
    };
    return back.saved || back.visited !== null ? [back] : [];
  });
}

function complete(known: KeptShop, other: KeptShop): KeptShop {
  const merged = {
    ...known,
    saved: known.saved || other.saved,
    visited: known.visited || (other.visited ?? known.visited),
    note: known.note || other.note,
  };
  const isSame =
    merged.saved === known.saved && merged.visited === known.visited && merged.note === known.note;
  return isSame ? known : merged;
}
