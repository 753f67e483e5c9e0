import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { site } from "../../../../test/support/samples.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import TermsScreen from "./terms-screen.tsx";

afterEach(cleanup);

it("says what may be listed, what a boost costs, and for how much the operator is liable", () => {
  render(
    <SiteProvider site={site}>
      <TermsScreen />
    </SiteProvider>,
  );
  const terms = screen.getByRole("article").textContent;
  for (const words of [
    "Listings are for independent coffee shops, not chains.",
    "you must have the rights to the images",
    `${site.monthlyBoostPrice} per month as a subscription, or ${site.oneTimeBoostPrice} once for 30 days`,
    "billed monthly in advance and renew until cancelled",
    "Price changes are announced 30 days ahead.",
    "the amount you paid us in the prior 12 months",
  ])
    expect(terms).toContain(words);
});
