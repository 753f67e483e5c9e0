import { expect, it } from "vitest";
import { completeness, SAMPLES } from "./samples.ts";

it("counts what a profile tells and names the rest", () => {
  const [depot, , porch] = SAMPLES;
  if (!depot || !porch) throw new Error("there are three samples");
  expect(completeness(depot.current)).toMatchObject({ known: 0, of: 8 });
  expect(completeness(depot.enhanced)).toEqual({ known: 8, of: 8, missing: [] });
  const { known, missing } = completeness(porch.current);
  expect([known, missing.includes("hours"), missing.includes("website")]).toEqual([1, false, true]);
});
