import { describe, expect, it } from "vitest";
import { makeShop } from "../../../test/support/samples.ts";
import { writeHours } from "../../kit/hours/week.ts";
import { changesOf, hoursOf, type SentValues, valuesOf } from "./proposal.ts";

const shop = makeShop({
  name: "Blue Door",
  street: "126 Main Street",
  zipCode: "71301",
  phone: "(318) 555-0142",
  website: null,
  openingHours: "Mo-Fr 07:00-15:00; 2026 Dec 25 off",
  foursquareCategories: ["Roastery", "Café"],
  hasWifi: null,
  hasParking: true,
});

/** The form as submitted without changes. */
function untouched(): SentValues {
  const { week, categories, ...rest } = valuesOf(shop);
  return { ...rest, week: writeHours(week), categories: categories.split("\n") };
}

describe("an edit", () => {
  it("of nothing says nothing", () => {
    expect(changesOf(shop, untouched())).toEqual({});
  });

  it("holds what differs, and null for what was emptied", () => {
    const sent = { ...untouched(), phone: "", website: "https://bluedoor.example", hasWifi: "yes" };
    expect(changesOf(shop, sent)).toEqual({
      phone: null,
      website: "https://bluedoor.example",
      hasWifi: true,
    });
  });

  it("of an address is both of its parts", () => {
    expect(changesOf(shop, { ...untouched(), zipCode: "70401" })).toEqual({
      street: "126 Main Street",
      zipCode: "70401",
    });
  });

  it("leaves an amenity that nobody answered", () => {
    expect(changesOf(shop, { ...untouched(), hasParking: "" })).toEqual({});
    expect(changesOf(shop, { ...untouched(), hasParking: "no" })).toEqual({ hasParking: false });
  });

  it("of categories is the whole list", () => {
    const sent = { ...untouched(), categories: ["Roastery"] };
    expect(changesOf(shop, sent)).toEqual({ categories: ["Roastery"] });
  });
});

describe("hours", () => {
  it("are the week's, without special days, when they were changed", () => {
    const { week } = untouched();
    expect(hoursOf(shop, { hoursAs: "week", week, hours: "" })).toEqual({});
    const longer = "Mo-Su 08:00-16:00";
    expect(hoursOf(shop, { hoursAs: "week", week: longer, hours: "" })).toEqual({
      weeklyHours: longer,
    });
  });

  it("in words are sent as they were typed, and not when there are none", () => {
    const { week } = untouched();
    const typed = "Mon-Fri 9-5";
    expect(hoursOf(shop, { hoursAs: "text", week, hours: typed })).toEqual({ hours: typed });
    expect(hoursOf(shop, { hoursAs: "text", week, hours: "" })).toEqual({});
  });
});
