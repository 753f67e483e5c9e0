// @vitest-environment node
import { expect, it } from "vitest";
import { applyMark, type Mark } from "./edits.ts";

/** A text with its selection in brackets. */
function edit(mark: Mark, marked: string): string {
  const [start, end] = [marked.indexOf("["), marked.indexOf("]") - 1];
  const after = applyMark(mark, { text: marked.replace(/[[\]]/g, ""), start, end });
  const { text } = after;
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
  const { text, start, end } = applyMark("link", { text: "see here now", start: 4, end: 8 });
  expect(text).toBe("see [here](https://) now");
  expect(text.slice(start, end)).toBe("https://");
  expect(applyMark("link", { text: "", start: 0, end: 0 }).text).toBe("[link text](https://)");
});
