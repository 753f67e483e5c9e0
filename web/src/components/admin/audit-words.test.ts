import { expect, it } from "vitest";
import { entryText, fieldText, subjectHref } from "./audit-words.ts";

const entry = (action: string, subjectKind: string, subjectLabel: string) => ({
  id: "e",
  action,
  actor: "administrator" as const,
  actorName: null,
  subjectKind,
  subjectId: "s",
  subjectLabel,
  note: null,
  createdAt: "2026-05-04T12:00:00Z",
  isUndone: false,
});

it("says what was done, and what an undo took back", () => {
  expect(entryText(entry("shop.edit", "shop", "Blue Door"))).toEqual({
    title: "Shop edited",
    about: "Blue Door",
  });
  expect(entryText(entry("undo", "act", "shop.ai_text: Blue Door"))).toEqual({
    title: "AI text removed",
    about: "Blue Door",
  });
  expect(entryText(entry("undo", "act", "story.reject: Blue: Door"))).toEqual({
    title: "Undone: Story rejected",
    about: "Blue: Door",
  });
  expect(entryText(entry("new.kind_of", "", "")).title).toBe("New: kind of");
  expect(["prompt1_response", "postal_box"].map(fieldText)).toEqual(["Main story", "Postal box"]);
});

it("leads from an entry to what it is about", () => {
  const hrefs = [
    entry("shop.edit", "shop", "Blue Door"),
    entry("undo", "act", "article.edit: Beans"),
    entry("city.edit", "city", "St. Louis"),
    entry("job.cancel", "job", "x"),
    entry("shop.bulk_edit", "bulk edit", "Bulk edit 1: Wi-Fi"),
    entry("import.undo", "import", "12"),
    entry("new.kind", "unheard", "x"),
  ].map(subjectHref);
  expect(hrefs).toEqual([
    "/admin/coffee-shops/s",
    "/admin/blog/articles/s",
    "/admin/cities/s",
    "/admin/operator",
    "/admin/bulk-edit",
    "/admin/imports",
    null,
  ]);
});
