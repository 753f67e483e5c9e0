import { expect, it } from "vitest";
import { inOrder, type PersonRecord, partOf, partTitle } from "./person-words.ts";

const textOf = (name: string, record: Record<string, unknown>) => {
  const { columns } = partOf(name, [record as PersonRecord]);
  return columns.map(({ title, text }) => `${title}: ${text(record as PersonRecord)}`);
};

it("tells each kind of data in the words of the screens", () => {
  const decided = {
    shopId: "s",
    ownerName: "Ann",
    businessRole: "Owner",
    createdAt: "2026-05-04T12:00:00Z",
    reviewedAt: "2026-05-06T12:00:00Z",
    rejectionReason: "Someone else has shown it.",
  };
  expect(textOf("claims", decided)).toEqual([
    "Name: Ann",
    "Role: Owner",
    "Sent: May 4, 2026",
    "Decision: May 6, 2026, Someone else has shown it.",
  ]);
  expect(textOf("claims", { ...decided, reviewedAt: null })[3]).toBe("Decision: Not decided");
  expect(textOf("newsletter", { towns: [] })[2]).toBe("Towns: The whole directory");
  expect(textOf("acts", { action: "shop.edit", subject: "Blue Door" })[0]).toBe(
    "What: Shop edited",
  );
});

it("tells a kind that it doesn't know field by field", () => {
  expect(textOf("visits", { shopId: "s", seen_at: null, tags: ["a"] })).toEqual([
    "Shop id: s",
    "Seen at: ",
    'Tags: ["a"]',
  ]);
  expect(["shops", "hand-overs", "visits"].map(partTitle)).toEqual([
    "Coffee shops",
    "Transfers",
    "Visits",
  ]);
});

it("puts first what is looked for first, and last what is new", () => {
  const parts = ["visits", "mails", "shops", "person"].map((name) => ({ name }));
  expect(inOrder(parts).map(({ name }) => name)).toEqual(["person", "shops", "mails", "visits"]);
});
