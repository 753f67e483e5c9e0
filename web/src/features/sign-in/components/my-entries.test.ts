import { expect, it } from "vitest";
import { entriesOf } from "./my-entries.tsx";

const listing = {
  id: "1",
  slug: "blue-door",
  shopName: "Blue Door",
  cityName: "Alexandria",
  state: "LA",
  status: "live" as const,
  listedAt: "2026-11-20T10:00:00Z",
};
const claim = {
  id: "2",
  slug: "red-door",
  shopName: "Red Door",
  cityName: "Alexandria",
  state: "LA",
  status: "to_be_confirmed" as const,
  reason: null,
  claimedAt: "2026-11-01T10:00:00Z",
  reviewedAt: null,
  proof: null,
};

it("puts what waits for the person first, then the newest", () => {
  const older = { ...listing, id: "3", listedAt: "2026-11-10T10:00:00Z" };
  const entries = entriesOf([older, listing], [claim]);
  expect(entries.map(({ id }) => id)).toEqual(["2", "1", "3"]);
  expect(entries.map(({ waits }) => waits)).toEqual([true, false, false]);
});

it("asks nothing about what is decided, and links no page that isn't there", () => {
  const removed = { ...listing, status: "removed" as const };
  const rejected = { ...claim, status: "rejected" as const, reason: "Not the owner." };
  const [first, second] = entriesOf([removed], [rejected]);
  expect(first).toMatchObject({ waits: false, isListed: false, state: "Not listed anymore" });
  expect(second).toMatchObject({ waits: false, reason: "Not the owner.", state: "Rejected" });
});
