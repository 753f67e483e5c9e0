import { expect, it } from "vitest";
import { anyPassport, makeKept } from "../../../test/support/kept-shops.ts";
import { fc } from "../../../test/support/random.ts";
import { isPassportLink, MAX_IN_LINK, readLink, writeLink } from "./link.ts";

it("carries identifiers, what is saved and the days, and nothing else", () => {
  fc.assert(
    fc.property(
      anyPassport(40).filter(({ length }) => length > 0),
      (shops) => {
        const linked = shops.map(({ id, saved, visited }) => ({ id, saved, visited }));
        expect(readLink(writeLink(shops))).toEqual(linked);
      },
    ),
  );
});

it("takes 24 letters for a shop, all of them safe in an address", () => {
  const link = writeLink(Array.from({ length: 12 }, (_, index) => makeKept(index)));
  expect(link).toMatch(/^#add=1\.[\w-]+$/);
  expect(link.length).toBeLessThan(12 * 24 + 12);
});

it("holds the first of a long list", () => {
  const link = writeLink(Array.from({ length: MAX_IN_LINK + 50 }, (_, index) => makeKept(index)));
  expect(readLink(link)).toHaveLength(MAX_IN_LINK);
});

it("is refused when any letter of it is lost or changed", () => {
  fc.assert(
    fc.property(
      anyPassport(6).filter(({ length }) => length > 0),
      fc.nat(),
      fc.constantFrom("A", "b", "7", "_", "-", "%", ""),
      (shops, place, letter) => {
        const link = writeLink(shops);
        const at = "#add=1.".length + (place % (link.length - "#add=1.".length));
        const changed = link.slice(0, at) + letter + link.slice(at + 1);
        expect(readLink(changed)).toEqual(changed === link ? expect.anything() : null);
      },
    ),
  );
});

it.each([
  "",
  "#",
  "#add=",
  "#add=1.",
  "#add=2.AAAA",
  "#add=1.AAAA",
  "#add=1.<script>",
  `#add=1.${"A".repeat(100_000)}`,
  "#content",
])("is nothing to read: %.30s", (fragment) => {
  expect(readLink(fragment)).toBeNull();
});

it("knows which fragments mean to be one", () => {
  expect(isPassportLink("#add=1.x")).toBe(true);
  expect(isPassportLink("#content")).toBe(false);
});

it("names days that it can't count as not known", () => {
  const visited = (day: string) =>
    readLink(writeLink([makeKept(1, { visited: day })]))?.[0]?.visited;
  expect(visited("2000-01-01")).toBe("2000-01-01");
  expect(visited("2024-02-29")).toBe("2024-02-29");
  expect(visited("1999-12-31")).toBe("");
  expect(visited("9999-12-31")).toBe("");
});
