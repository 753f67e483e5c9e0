import type { KeptShop } from "../../src/lib/passport.ts";
import { fc } from "./random.ts";

export const makeKept = (number: number, said: Partial<KeptShop> = {}): KeptShop => ({
  id: `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`,
  slug: `shop-${number}`,
  name: `Shop ${number}`,
  town: "Alexandria",
  state: "LA",
  week: null,
  permanentlyClosed: false,
  gone: false,
  saved: true,
  visited: null,
  note: "",
  ...said,
});

/** Any calendar date, none, or an unknown one. */
const days = fc.oneof(
  fc.constant(null),
  fc.constant(""),
  fc
    .tuple(
      fc.integer({ min: 2000, max: 2088 }),
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 28 }),
    )
    .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join("-")),
);

/** Any shop that can be stored. */
export const anyKept = fc
  .record({
    id: fc.uuid(),
    saved: fc.boolean(),
    visited: days,
    note: fc.string({ maxLength: 280 }),
  })
  .filter(({ saved, visited }) => saved || visited !== null)
  .map((said) => makeKept(1, said));

export const anyPassport = (maxLength: number) =>
  fc.uniqueArray(anyKept, { maxLength, selector: ({ id }) => id });
