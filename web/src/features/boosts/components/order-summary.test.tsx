import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { Plan } from "../plans.ts";
import { OrderSummary } from "./order-summary.tsx";

const plan: Plan = {
  key: "subscription",
  name: "Monthly Boost",
  price: "$5/mo",
  amount: "5.00",
  points: [],
  total: "Monthly total",
  verb: "Start Boost - $5/month",
  terms: "You pay $5.00 today.",
};

afterEach(cleanup);

it("says both dates when days that were paid before are left", () => {
  const keptDays = { monthUntil: "April 14, 2026", lastsUntil: "May 4, 2026" };
  render(<OrderSummary plan={plan} shopName="Blue Door" keptDays={keptDays} />);
  const text = screen.getByText(/paid before/).textContent;
  expect(text).toContain("until April 14, 2026");
  expect(text).toContain("until May 4, 2026");
});

it("says nothing of them otherwise", () => {
  render(<OrderSummary plan={plan} shopName="Blue Door" keptDays={null} />);
  expect(screen.getByText("Monthly total")).toBeTruthy();
  expect(screen.queryByText(/paid before/)).toBeNull();
});
