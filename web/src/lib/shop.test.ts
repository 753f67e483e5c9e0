// @vitest-environment node
import { describe, expect, it } from "vitest";
import { makeShop } from "../../test/support/samples.ts";
import {
  descriptionOf,
  foursquareText,
  priceOf,
  ratingText,
  townLabel,
  webAddress,
} from "./shop.ts";

describe("what is said of a shop", () => {
  it("prefers the owner's words, then those made of facts, then the plain ones", () => {
    const all = { ownerDescription: "owner", aiGeneratedDescription: "made", description: "plain" };
    expect(descriptionOf(makeShop(all))).toBe("owner");
    expect(descriptionOf(makeShop({ ...all, ownerDescription: "  " }))).toBe("made");
    expect(descriptionOf(makeShop({ description: null }))).toBeNull();
  });

  it("shows ratings with one decimal, Foursquare's halved", () => {
    expect(ratingText("4.65")).toBe("4.7");
    expect(ratingText("5")).toBe("5.0");
    for (const none of [null, "0", "", "x", "6"]) expect(ratingText(none)).toBeNull();
    expect(foursquareText("8.4")).toBe("4.2");
    for (const none of [null, "0", "11"]) expect(foursquareText(none)).toBeNull();
  });

  it("knows price levels 1 to 4", () => {
    expect(priceOf(makeShop({ foursquarePriceLevel: 3 }))).toBe(3);
    expect(priceOf(makeShop({ foursquarePriceLevel: 0 }))).toBeNull();
    expect(priceOf(makeShop({ foursquarePriceLevel: null, priceLevel: "1" }))).toBe(1);
    expect(priceOf(makeShop({ foursquarePriceLevel: null, priceLevel: null }))).toBeNull();
  });

  it("says when a town is unknown", () => {
    expect(townLabel(makeShop())).toBe("Alexandria, LA");
    expect(townLabel(makeShop({ cityName: "" }))).toBe("Unknown Location");
  });

  it("links to web addresses only, with https added where no scheme is", () => {
    expect(webAddress("store.example/beans")).toBe("https://store.example/beans");
    expect(webAddress(" http://a.example ")).toBe("http://a.example");
    for (const bad of [
      "javascript:alert(1)",
      "data:text/html,x",
      "mailto:a@b.example",
      "",
      null,
      "https://",
    ]) {
      expect(webAddress(bad)).toBeNull();
    }
  });
});
