// @vitest-environment node
import { expect, it } from "vitest";
import { type Edit, type Mark, markEdit, pieceEdit } from "./edits.ts";

const applied = (text: string, { from, to, insert }: Edit) =>
  text.slice(0, from) + insert + text.slice(to);

/** A text with its selection in brackets. */
function edit(mark: Mark, marked: string): string {
  const [start, end] = [marked.indexOf("["), marked.indexOf("]") - 1];
  const before = marked.replace(/[[\]]/g, "");
  const after = markEdit(mark, { text: before, start, end });
  const text = applied(before, after);
  return `${text.slice(0, after.start)}[${text.slice(after.start, after.end)}]${text.slice(after.end)}`;
}

it.each<[Mark, string, string]>([
  ["bold", "a [b] c", "a **[b]** c"],
  ["bold", "a **[b]** c", "a [b] c"],
  ["italic", "[]", "_[]_"],
  ["heading", "a\n[b]\nc", "a\n[## b]\nc"],
  ["heading", "[## b]", "[b]"],
  ["list", "x\na[b\nc]d\ny", "x\n[- ab\n- cd]\ny"],
  ["list", "[- ab\ncd]", "[- - ab\n- cd]"],
  ["quote", "[]", "[> ]"],
  ["numbers", "a[]", "[1. a]"],
])("%s makes of %j", (mark, before, after) => {
  expect(edit(mark, before)).toBe(after);
});

it("a link selects the address that is to be typed", () => {
  const link = markEdit("link", { text: "see here now", start: 4, end: 8 });
  const text = applied("see here now", link);
  expect(text).toBe("see [here](https://) now");
  expect(text.slice(link.start, link.end)).toBe("https://");
  const empty = markEdit("link", { text: "", start: 0, end: 0 });
  expect(applied("", empty)).toBe("[link text](https://)");
});

it.each([
  ["", 0, "P"],
  ["a", 1, "a\n\nP"],
  ["a\n", 2, "a\n\nP"],
  ["a\n\nb", 3, "a\n\nP\n\nb"],
  ["ab", 1, "a\n\nP\n\nb"],
])("a picture in %j at %d stands alone", (text, at, after) => {
  expect(applied(text, pieceEdit(text, at, "P"))).toBe(after);
});
