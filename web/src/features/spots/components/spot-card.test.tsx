import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { makeShop } from "../../../../test/support/samples.ts";
import type { Spot } from "../../../api/types.ts";
import { SpotCard } from "./spot-card.tsx";

afterEach(cleanup);

const show = (changes: Partial<Spot> = {}, rank: number | null = 1) =>
  render(
    <ol>
      <SpotCard
        shop={{ ...makeShop(), rank: 1, ranking: { score: "5.12", voters: 12 }, ...changes }}
        rank={rank}
      />
    </ol>,
  );

const text = () => screen.getByRole("listitem").textContent ?? "";

it("shows what is known of a shop, and where to read on", () => {
  show({ rating: "4.56", googleRating: "4.56", upvoteCount: 1, website: "copperkettle.example" });
  expect(text()).toContain("#1");
  expect(text()).toContain("4.6 (131 Google reviews)");
  expect(text()).toContain("4.2 Foursquare");
  expect(text()).toContain("1 vote");
  expect(text()).toContain("Today 7:00 AM – 5:00 PM");
  const details = screen.getByRole("link", { name: /View Details/ });
  expect(details.getAttribute("href")).toBe("/coffee-shops/the-copper-kettle-alexandria-la");
  const website = screen.getByRole("link", { name: /Website/ });
  expect(website.getAttribute("href")).toBe("https://copperkettle.example");
  expect(website.getAttribute("target")).toBe("_blank");
});

it("shows nothing of what is unknown or zero", () => {
  const unknown = { rating: null, googleRating: null, reviewCount: null, googleReviewCount: null };
  show({ ...unknown, foursquareRating: "0", upvoteCount: 0, closeTime: null, website: null }, null);
  for (const absent of ["#", "review", "Foursquare", "vote", "Today", "Website", "null"])
    expect(text()).not.toContain(absent);
});

it("does not let a day with a break look open all the time", () => {
  show({
    openTime: "7:00 AM",
    closeTime: "10:00 PM",
    openState: { state: "closed", label: "Closed · opens 5 PM" },
  });
  expect(text()).toContain("Today 7:00 AM – 10:00 PM · Closed · opens 5 PM");
});

it("says “Open 24 hours” of a shop that never closes", () => {
  show({
    openTime: "12:00 AM",
    closeTime: "11:59 PM",
    openState: { state: "open", label: "Open 24 hours" },
  });
  expect(text()).toContain("Open 24 hours");
  expect(text()).not.toContain("12:00 AM");
  expect(text()).not.toContain("11:59 PM");
});

it("says one review of one", () => {
  show({ googleReviewCount: 1 });
  expect(text()).toContain("(1 Google review)");
});

it("tells search engines which links are paid for (checklist S14)", () => {
  show({ isBoosted: true });
  const rel = () => screen.getByRole("link", { name: /Website/ }).getAttribute("rel");
  expect(rel()).toBe("sponsored noopener");
  cleanup();
  show();
  expect(rel()).toBe("ugc nofollow noopener");
});
