import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { makeCity, makeShop } from "../../../../test/support/samples.ts";
import type { City, CityFacts } from "../../../api/types.ts";
import { CityIntro } from "./city-intro.tsx";

afterEach(cleanup);

const nothing: CityFacts = {
  openFirst: null,
  newest: null,
  streets: [],
  outdoorSeating: 0,
  petFriendly: 0,
  wifi: 0,
  filters: [],
  neighbors: [],
  hasBreakfast: false,
};

function text(city: Partial<City>, facts: Partial<CityFacts> = {}): string {
  render(<CityIntro city={makeCity(city)} facts={{ ...nothing, ...facts }} shops={[makeShop()]} />);
  return screen.getByRole("region").textContent ?? "";
}

it("speaks of one shop as of one", () => {
  const said = text({ coffeeShopCount: 1, shopsWith: 1 }, { streets: ["Elm Street"] });
  expect(said).toContain("has 1 independent coffee shop in this directory.");
  expect(said).toContain("Look for it on Elm Street. Customers have upvoted it.");
});

it("speaks of several as of several", () => {
  const said = text({ coffeeShopCount: 2, shopsWith: 2 }, { streets: ["Elm Street", "A Street"] });
  expect(said).toContain("Look for them on Elm Street and A Street.");
  expect(said).toContain("Customers have upvoted every one of them.");
});

it("leads to a best-of page only where it has a shop", () => {
  const links = (facts: Partial<CityFacts>) => {
    text({ coffeeShopCount: 2 }, facts);
    const names = screen.queryAllByRole("link", { name: /^Best/ }).map((link) => link.textContent);
    cleanup();
    return names;
  };
  const { name } = makeCity();
  expect(links({})).toEqual([`Best Coffee in ${name}`]);
  expect(links({ hasBreakfast: true })).toEqual([
    `Best Breakfast in ${name}`,
    `Best Coffee in ${name}`,
  ]);
});

it("names no county that is the state", () => {
  const capital = { name: "Washington", stateName: "District of Columbia" };
  expect(text({ ...capital, county: "District of Columbia" })).toContain(
    "Washington, District of Columbia, has",
  );
});
