// @vitest-environment node
import { expect, it } from "vitest";
import { withClosure } from "./closure.ts";

const open = [{ opens: "08:00", closes: "12:00" }];

it("takes the place of what was said about its days", () => {
  const days = [
    { from: "2026-12-24", to: "2026-12-24", spans: open },
    { from: "2026-11-26", to: "2026-11-28", spans: open },
    { from: "2027-01-01", to: "2027-01-03", spans: [] },
    { from: "2027-03-01", to: "2027-03-01", spans: [] },
  ];
  expect(withClosure(days, "2026-11-28", "2027-01-01")).toEqual([
    { from: "2026-11-26", to: "2026-11-27", spans: open },
    { from: "2026-11-28", to: "2027-01-01", spans: [] },
    { from: "2027-01-02", to: "2027-01-03", spans: [] },
    { from: "2027-03-01", to: "2027-03-01", spans: [] },
  ]);
});
