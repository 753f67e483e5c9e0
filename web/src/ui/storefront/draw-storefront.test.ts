// @vitest-environment node
import { describe, expect, it } from "vitest";
import { fc } from "../../../test/support/random.ts";
import { drawStorefront } from "./draw-storefront.ts";

describe("drawStorefront", () => {
  it("draws the same house for the same slug, and different houses for different slugs", () => {
    expect(drawStorefront("a-la", "A")).toBe(drawStorefront("a-la", "A"));
    const houses = new Set(
      Array.from({ length: 200 }, (_, index) => drawStorefront(`shop-${index}`, "A")),
    );
    expect(houses.size).toBe(200);
  });

  it("needs no styles, ids or scripts, whatever the name", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (slug, name) => {
        const drawing = drawStorefront(slug, name);
        expect(drawing).not.toMatch(/\s(style|id|on\w+)=/);
        expect(drawing.replace(/<\/?(path|circle|g|text)\b[^<>]*>/g, "")).not.toMatch(/[<>]/);
        expect(drawing).not.toContain("NaN");
        expect(drawing).not.toContain("undefined");
      }),
      { numRuns: 500 },
    );
  });

  it("paints the name on the sign, escaped, and cut between words when it is long", () => {
    expect(drawStorefront("x", "Pine & <Pour>")).toContain(">Pine &amp; &lt;Pour&gt;</text>");
    expect(drawStorefront("x", "The Slow Drip Society of Greater Rapides Parish")).toContain(
      ">The Slow Drip Society of Greater</text>",
    );
  });

  it("stays small: a list holds fifty of them", () => {
    for (let index = 0; index < 100; index += 1) {
      expect(drawStorefront(`shop-${index}`, "Corner Coffee").length).toBeLessThan(4200);
    }
  });
});
