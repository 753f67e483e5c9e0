import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Combobox, type Option } from "./combobox.tsx";

const chosen = vi.fn<(option: Option) => void>();
const find = vi.fn<(text: string, signal: AbortSignal) => Promise<Option[]>>();
const alexandria = { value: "1", text: "Alexandria", hint: "Louisiana" };
const hammond = { value: "2", text: "Hammond" };

function Box() {
  const [text, setText] = useState("");
  return (
    <Combobox label="Towns" text={text} onText={setText} onChoose={chosen} find={find} above={1} />
  );
}

beforeEach(() => {
  find.mockResolvedValue([alexandria, hammond]);
  render(<Box />);
});

afterEach(() => {
  cleanup();
  chosen.mockReset();
  find.mockReset();
});

const box = () => screen.getByRole("combobox");

it("asks once typing pauses, above so many characters, and says how many it found", async () => {
  await userEvent.type(box(), "a");
  await new Promise((done) => setTimeout(done, 200));
  expect(find).not.toHaveBeenCalled();
  await userEvent.type(box(), "le");
  expect(await screen.findAllByRole("option")).toHaveLength(2);
  expect(find).toHaveBeenCalledTimes(1);
  expect(find.mock.calls[0]?.[0]).toBe("ale");
  expect(box().getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("status").textContent).toBe("2 options");
});

it("gives the option that keys or the pointer choose", async () => {
  await userEvent.type(box(), "al");
  await screen.findAllByRole("option");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(chosen).toHaveBeenLastCalledWith(hammond);
  await userEvent.type(box(), "e");
  await userEvent.click(await screen.findByRole("option", { name: /Alexandria/ }));
  expect(chosen).toHaveBeenLastCalledWith(alexandria);
});

it("marks none beyond both ends, and closes on Escape with the text in place", async () => {
  await userEvent.type(box(), "al");
  await screen.findAllByRole("option");
  await userEvent.keyboard("{ArrowUp}");
  const active = box().getAttribute("aria-activedescendant") ?? "";
  expect(document.getElementById(active)?.textContent).toBe("Hammond");
  await userEvent.keyboard("{ArrowDown}");
  expect(box().getAttribute("aria-activedescendant")).toBeNull();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryAllByRole("option")).toHaveLength(0);
  expect(box()).toHaveProperty("value", "al");
});

it("never shows options of an earlier text", async () => {
  const answers: Record<string, (options: Option[]) => void> = {};
  find.mockImplementation((text) => new Promise((done) => (answers[text] = done)));
  await userEvent.type(box(), "al");
  await waitFor(() => expect(answers.al).toBeDefined());
  await userEvent.type(box(), "x");
  await waitFor(() => expect(answers.alx).toBeDefined());
  expect(find.mock.calls[0]?.[1].aborted).toBe(true);
  answers.al?.([alexandria]);
  answers.alx?.([]);
  expect((await screen.findAllByText("Nothing found")).length).toBeGreaterThan(0);
  expect(screen.queryAllByRole("option")).toHaveLength(0);
});

it("moves nothing below it when a press leaves it", async () => {
  find.mockResolvedValue([]);
  await userEvent.type(box(), "zz");
  await screen.findAllByText("Nothing found");
  await userEvent.tab();
  expect(document.activeElement).not.toBe(box());
  expect(screen.getAllByText("Nothing found")).toHaveLength(2);
  await userEvent.type(box(), "z");
  expect(screen.queryAllByText("Nothing found")).toHaveLength(0);
});
