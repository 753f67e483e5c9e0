import { expect, it } from "vitest";
import { categoriesOf, categoriesRule } from "../../kit/form/categories.ts";
import { byText, confirmedText, labelOf, spansText, specialDayText, textOf } from "./words.ts";

it("says when the hours were confirmed", () => {
  expect(confirmedText("2026-05-04T12:00:00Z")).toBe("Hours confirmed in May 2026");
  expect(confirmedText(null)).toBe("Hours not confirmed yet");
});

it("reads fields as people do", () => {
  expect(labelOf("onlineStoreUrl")).toBe("Online store address");
  expect(labelOf("permanentlyClosed")).toBe("Permanently closed");
  expect(textOf("hasWifi", false)).toBe("No");
  expect(textOf("hasWifi", null)).toBe("");
  expect(textOf("categories", ["Bakery", "Roastery"])).toBe("Bakery, Roastery");
});

it("reads special days as people do", () => {
  const spans = [{ opens: "07:00", closes: "12:00" }];
  expect(specialDayText({ from: "2026-12-24", to: "2026-12-24", spans })).toBe(
    "December 24, 2026: 7 AM to noon",
  );
  expect(specialDayText({ from: "2026-12-25", to: "2026-12-30", spans: [] })).toBe(
    "December 25, 2026 to December 30, 2026: closed",
  );
  expect(specialDayText({ from: "2026-12-25", to: "2027-01-02", spans: [] })).toBe(
    "December 25, 2026 to January 2, 2027: temporarily closed",
  );
  expect(spansText([{ opens: "18:00", closes: "02:00" }])).toBe("6 PM to 2 AM the next day");
  expect(spansText([{ opens: "18:00", closes: "00:00" }])).toBe("6 PM to midnight");
  expect(spansText([{ opens: "00:00", closes: "00:00" }])).toBe("open 24 hours");
});

it("makes a list of lines, each once", () => {
  expect(categoriesOf(" Bakery \n\nbakery\nRoastery")).toEqual(["Bakery", "Roastery"]);
});

it("refuses too many categories, and ones that are too long", () => {
  const many = categoriesRule().safeParse("a\nb\nc\nd\ne\nf\ng");
  expect(many.error?.issues[0]?.message).toBe("Please enter up to 6 categories.");
  const long = categoriesRule().safeParse("x".repeat(41));
  expect(long.error?.issues[0]?.message).toContain("longer than 40 characters");
});

it("names who changed something, also where a visitor said it", () => {
  const by = (who: Partial<Parameters<typeof byText>[0]>) =>
    byText({ by: "other", byName: null, action: "shop.edit", ...who }, "Townperk");
  expect(by({ by: "you" })).toBe("You");
  expect(by({ by: "administrator" })).toBe("Townperk's administrator");
  expect(by({ by: "you", action: "suggestion.accept" })).toBe("A visitor's suggestion");
  expect(by({ byName: "Ann" })).toBe("Ann");
});
