// @vitest-environment node
import { expect, it } from "vitest";
import { fc } from "../../../../test/support/random.ts";
import { drawArticle } from "./draw-article.ts";

const BROWN = "hsl(24, 55%, 38%)";

it("draws the same picture for the same article, and others for others", () => {
  expect(drawArticle("water", [], BROWN)).toBe(drawArticle("water", [], BROWN));
  const pictures = new Set(
    Array.from({ length: 60 }, (_, index) => drawArticle(`kettle-${index}`, [], BROWN)),
  );
  expect(pictures.size).toBeGreaterThan(20);
});

it("draws what the title speaks of, else what the tags do", () => {
  const scenery = (slug: string, tags: string[] = []) =>
    drawArticle(slug, tags, BROWN).includes("M92 200q26-34");
  expect(scenery("a-road-trip")).toBe(true);
  expect(scenery("one-day", ["road-trips"])).toBe(true);
  expect(scenery("water", ["road-trips"])).toBe(false);
  expect(scenery("something-else")).toBe(false);
});

it("is printed in the inks of the category", () => {
  expect(drawArticle("water", [], BROWN)).not.toBe(drawArticle("water", [], "hsl(214, 45%, 38%)"));
});

it("needs no styles, ids or scripts, whatever the words", () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.array(fc.string()),
      fc.option(fc.string(), { nil: undefined }),
      (slug, tags, color) => {
        const drawing = drawArticle(slug, tags, color);
        expect(drawing).not.toMatch(/\s(style|id|on\w+)=/);
        expect(drawing.replace(/<\/?(path|circle|ellipse|g)\b[^<>]*>/g, "")).toBe("");
        expect(drawing).not.toMatch(/NaN|undefined/);
      },
    ),
    { numRuns: 500 },
  );
});

it("stays small: a list holds ten of them", () => {
  for (const word of ["water", "bag", "grinder", "latte", "road", "street", "order", "talk", "x"])
    for (let index = 0; index < 20; index += 1)
      expect(drawArticle(`${word}-${index}`, [], BROWN).length).toBeLessThan(2500);
});
