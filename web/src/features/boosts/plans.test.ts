import { describe, expect, it } from "vitest";
import { site } from "../../../test/support/samples.ts";
import { plansOf } from "./plans.ts";

describe("plans", () => {
  it("are sold in the specified words", () => {
    const { subscription, one_time } = plansOf(site);
    expect([subscription.price, subscription.verb, subscription.amount]).toEqual([
      "$5/mo",
      "Start Boost - $5/month",
      "5.00",
    ]);
    expect([one_time.price, one_time.verb, one_time.amount]).toEqual([
      "$8 for 30 days",
      "Start Boost - $8 for 30 days",
      "8.00",
    ]);
  });

  it("cost what the settings say, in every text", () => {
    const dearer = {
      ...site,
      monthlyBoostPrice: "$6.50",
      monthlyBoostCents: 650,
      oneTimeBoostPrice: "$12",
      oneTimeBoostCents: 1200,
    };
    const texts = JSON.stringify(plansOf(dearer));
    expect(texts).toContain("Start Boost - $6.50/month");
    expect(texts).toContain("$12.00 once");
    expect(texts).not.toMatch(/\$[58](\D|$)/);
  });
});
