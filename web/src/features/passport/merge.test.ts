import { expect, it } from "vitest";
import { anyPassport, makeKept } from "../../../test/support/kept-shops.ts";
import { fc } from "../../../test/support/random.ts";
import { MAX_SHOPS } from "../../lib/passport.ts";
import { mergePassports, unmerge } from "./merge.ts";

const anyTwo = [anyPassport(12), anyPassport(12)] as const;

it("loses nothing of this device and doubles nothing", () => {
  fc.assert(
    fc.property(...anyTwo, (mine, others) => {
      const { shops, added, left } = mergePassports(mine, others);
      const ids = shops.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(mine.length + added);
      expect(left).toBe(0);
      for (const [index, shop] of mine.entries()) {
        const merged = shops[index];
        expect(merged?.id).toBe(shop.id);
        if (shop.saved) expect(merged?.saved).toBe(true);
        if (shop.visited) expect(merged?.visited).toBe(shop.visited);
        if (shop.note) expect(merged?.note).toBe(shop.note);
      }
    }),
  );
});

it("changes nothing the second time", () => {
  fc.assert(
    fc.property(...anyTwo, (mine, others) => {
      const once = mergePassports(mine, others).shops;
      const again = mergePassports(once, others);
      expect(again).toEqual({ shops: once, added: 0, completed: 0, left: 0 });
    }),
  );
});

it("completes what was missing", () => {
  const mine = [
    makeKept(1),
    makeKept(2, { saved: false, visited: "" }),
    makeKept(3, { visited: "2026-05-01" }),
  ];
  const others = [
    makeKept(1, { saved: false, visited: "2026-11-21" }),
    makeKept(2, { saved: true, visited: "2026-10-02" }),
    makeKept(3, { saved: false, visited: "2020-01-01" }),
  ];
  const { shops, added, completed } = mergePassports(mine, others);
  expect(shops.map(({ saved, visited }) => [saved, visited])).toEqual([
    [true, "2026-11-21"],
    [true, "2026-10-02"],
    [true, "2026-05-01"],
  ]);
  expect([added, completed]).toEqual([0, 2]);
});

it("stops at the limit and says how many had no room", () => {
  const mine = Array.from({ length: MAX_SHOPS - 2 }, (_, index) => makeKept(index));
  const others = Array.from({ length: 5 }, (_, index) => makeKept(1000 + index));
  const { shops, added, left } = mergePassports(mine, [...others, makeKept(0, { note: "mine" })]);
  expect(shops).toHaveLength(MAX_SHOPS);
  expect([added, left]).toEqual([2, 3]);
  expect(shops[0]?.note).toBe("mine");
});

it("is taken back to what was before", () => {
  fc.assert(
    fc.property(...anyTwo, (mine, others) => {
      const { shops } = mergePassports(mine, others);
      expect(unmerge(shops, mine, shops)).toEqual(mine);
    }),
  );
});

it("is taken back without what was said since", () => {
  const mine = [makeKept(1)];
  const { shops } = mergePassports(mine, [
    makeKept(1, { visited: "2026-11-20", note: "porch" }),
    makeKept(2),
    makeKept(3),
  ]);
  const now = [
    makeKept(4),
    ...shops.map((shop) =>
      shop.slug === "shop-3" ? { ...shop, visited: "2026-11-21" } : { ...shop, note: "window" },
    ),
  ];
  expect(unmerge(now, mine, shops)).toEqual([
    makeKept(4),
    makeKept(1, { note: "window" }),
    makeKept(3, { saved: false, visited: "2026-11-21" }),
  ]);
});
