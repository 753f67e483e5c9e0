import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { makeShop, site } from "../../../../test/support/samples.ts";
import type { Shop } from "../../../api/types.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import { ContactCard } from "./contact-card.tsx";
import { DirectionsLink } from "./directions-link.tsx";
import { OwnerPanel } from "./owner-panel.tsx";

afterEach(cleanup);

const draw = (changes: Partial<Shop>, payments = site.payments) => {
  const shop = makeShop(changes);
  render(
    <SiteProvider site={{ ...site, payments }}>
      <DirectionsLink shop={shop} />
      <ContactCard shop={shop} />
      <OwnerPanel shop={shop} />
    </SiteProvider>,
  );
};
const link = (name: string) => screen.queryByRole("link", { name });

it("offers boosts of a shop, and a claim while it has no owner", () => {
  draw({ ownerId: null });
  for (const name of ["Claim This Business", "Boost This Shop", "Boost This Profile"])
    expect(link(name), name).not.toBeNull();
  cleanup();
  draw({ ownerId: "01a1ff16-a3ad-7d9a-b0bb-fc4ea9350758" });
  expect(link("Claim This Business")).toBeNull();
  expect(link("Boost This Shop")).not.toBeNull();
});

it("sells nothing for a shop that has closed for good, and shows no hours of it", () => {
  draw({ ownerId: null, permanentlyClosed: true });
  expect(link("Boost This Shop")).toBeNull();
  expect(link("Boost This Profile")).toBeNull();
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("Permanently closed")).toBeTruthy();
  expect(link("Claim This Business")).not.toBeNull();
});

it("sells nothing where no payment is set up", () => {
  draw({ ownerId: null }, null);
  expect(link("Claim This Business")).not.toBeNull();
  expect(screen.queryByText(/boost/i)).toBeNull();
  cleanup();
  draw({ ownerId: "01a1ff16-a3ad-7d9a-b0bb-fc4ea9350758" }, null);
  expect(screen.queryByRole("heading", { name: /Do you run/ })).toBeNull();
});

it("shows special days with the week", () => {
  const comingDays = [
    { days: "Thursday, Nov 26", label: "Closed" },
    { days: "Dec 27 to Jan 5", label: "Temporarily closed" },
  ];
  const week = [{ day: "Monday", today: true, label: "Closed", onlyOn: null, spans: [] }];
  draw({ week, comingDays });
  const table = screen.getByRole("table", { name: "Special days" });
  expect(table.textContent).toBe(
    "Special daysThursday, Nov 26ClosedDec 27 to Jan 5Temporarily closed",
  );
  cleanup();
  draw({ week, comingDays, permanentlyClosed: true });
  expect(screen.queryByRole("table")).toBeNull();
});

it("leads to the shop's name and street, without a street to its point, else nowhere", () => {
  const destination = () =>
    new URL(link("Directions")?.getAttribute("href") ?? "").searchParams.get("destination");
  const point = { latitude: 31.3113, longitude: -92.4451 };
  const address = "126 Main Street, Alexandria, LA 71301";
  draw({ ...point, address, street: "126 Main Street" });
  expect(destination()).toBe(`The Copper Kettle, ${address}`);
  cleanup();
  draw({ ...point, address: "Alexandria, LA", street: null });
  expect(destination()).toBe("31.3113,-92.4451");
  cleanup();
  draw({ latitude: null, longitude: null, address });
  expect(destination()).toBe(`The Copper Kettle, ${address}`);
  cleanup();
  draw({ latitude: null, longitude: null, address: "" });
  expect(link("Directions")).toBeNull();
});
