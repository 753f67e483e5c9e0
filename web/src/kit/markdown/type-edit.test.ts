import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { typeEdit } from "./type-edit.ts";

const heard = vi.fn();
let area: HTMLTextAreaElement;

beforeEach(() => {
  heard.mockReset();
  area = document.createElement("textarea");
  area.value = "a b c";
  area.addEventListener("input", () => heard(area.value));
  document.body.replaceChildren(area);
});

afterEach(() => {
  Reflect.deleteProperty(document, "execCommand");
});

/** A browser's command, which acts on the focused field's selection. */
function command(name: string, _: boolean, text: string) {
  area.setRangeText(text, area.selectionStart, area.selectionEnd, "end");
  area.dispatchEvent(new Event("input", { bubbles: true }));
  return name === (text === "" ? "delete" : "insertText");
}

const selection = () => area.value.slice(area.selectionStart, area.selectionEnd);

it("types over the selection by the browser's own command, which can be undone", () => {
  const execCommand = vi.fn(command);
  Object.assign(document, { execCommand });
  typeEdit(area, { from: 2, to: 3, insert: "**b**", start: 4, end: 5 });
  expect(execCommand.mock.calls).toEqual([["insertText", false, "**b**"]]);
  expect(heard.mock.calls).toEqual([["a **b** c"]]);
  expect(selection()).toBe("b");
  typeEdit(area, { from: 1, to: 7, insert: "", start: 1, end: 1 });
  expect(execCommand).toHaveBeenLastCalledWith("delete", false, "");
  expect(area.value).toBe("a c");
});

it("writes into the field where the command does nothing, or would go somewhere else", () => {
  const execCommand = vi.fn(() => false);
  Object.assign(document, { execCommand });
  typeEdit(area, { from: 2, to: 3, insert: "x", start: 3, end: 3 });
  expect(heard.mock.calls).toEqual([["a x c"]]);
  area.remove();
  typeEdit(area, { from: 0, to: 1, insert: "y", start: 1, end: 1 });
  expect(execCommand).toHaveBeenCalledTimes(1);
  expect(heard).toHaveBeenLastCalledWith("y x c");
});
