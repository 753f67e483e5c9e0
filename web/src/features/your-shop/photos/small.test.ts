import { expect, it } from "vitest";
import { isSmall, smallText } from "./small.ts";

it("warns below 600 pixels", () => {
  expect(isSmall({ width: 599 })).toBe(true);
  expect(isSmall({ width: 600 })).toBe(false);
  expect(smallText({ width: 480 })).toContain("480 pixels wide");
});
