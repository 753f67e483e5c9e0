import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { DifferenceList } from "./difference-list.tsx";
import { compareWords, isSame } from "./words.ts";

afterEach(cleanup);

const marked = (now: string, suggested: string) =>
  compareWords(now, suggested)
    .map(({ kind, text }) => ({ same: text, removed: `-${text}-`, added: `+${text}+` })[kind])
    .join(" ");

describe("words", () => {
  it.each([
    ["a b c", "a x c", "a -b- +x+ c"],
    ["a b", "a b c d", "a b +c d+"],
    ["", "new words", "+new words+"],
    ["old", "", "-old-"],
    ["same  text\n", "same text", "same text"],
  ])("of %j and %j", (now, suggested, result) => {
    expect(marked(now, suggested)).toBe(result);
  });

  it("of long texts are not compared one by one", () => {
    const long = "word ".repeat(5000);
    expect(compareWords(long, "short").map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });

  it("in another layout are the same", () => {
    expect(isSame(" a\n b ", "a b")).toBe(true);
    expect(isSame("cafe\u0301", "café")).toBe(true);
    expect(isSame("a b", "a B")).toBe(false);
  });
});

function List() {
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set());
  return (
    <DifferenceList
      accepted={accepted}
      onAccept={setAccepted}
      differences={[
        { field: "name", label: "Name", now: "Rosa's", suggested: " Rosa's " },
        { field: "phone", label: "Phone", now: "", suggested: "318-555-0100", source: "OSM" },
        { field: "hours", label: "Hours", now: "Mon 7-5", suggested: "Mon 7-6", age: "3 days ago" },
      ]}
    />
  );
}

it("lists what is really different, says it in words, and takes each, all or none", async () => {
  render(<List />);
  expect(screen.getAllByRole("heading").map((head) => head.textContent)).toEqual([
    "Phone",
    "Hours",
  ]);
  expect(document.querySelector("ins")?.textContent).toMatch(/^added: 318-555-0100 end of added/);
  expect(document.querySelector("del")?.textContent).toMatch(/^removed: 7-5 end of removed/);
  const count = () => screen.getByRole("status").textContent;
  await userEvent.click(screen.getByRole("checkbox", { name: "Accept the suggestion for Hours" }));
  expect(count()).toBe("1 of 2 accepted");
  await userEvent.click(screen.getByRole("button", { name: "Accept all" }));
  expect(count()).toBe("2 of 2 accepted");
  await userEvent.click(screen.getByRole("checkbox", { name: /Phone/ }));
  expect(count()).toBe("1 of 2 accepted");
  await userEvent.click(screen.getByRole("button", { name: "Accept none" }));
  expect(count()).toBe("0 of 2 accepted");
});
