import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { UndoButton } from "./undo-button.tsx";

afterEach(cleanup);

const button = () => screen.getByRole("button", { name: /^Undo/ });

it("undoes once, however often it is pressed, and says that it does", async () => {
  let finish = () => {};
  const undo = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  render(<UndoButton undo={undo} what="import 12" />);
  await userEvent.dblClick(screen.getByRole("button", { name: "Undo import 12" }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(button().textContent).toBe("Undoing... import 12");
  expect(button().getAttribute("aria-disabled")).toBe("true");
  finish();
  await screen.findByRole("button", { name: "Undo import 12" });
});

it("asks first where there is a question, and a No changes nothing", async () => {
  const undo = vi.fn(() => Promise.resolve());
  const question = { title: "Undo import 12?", text: "Its shops go.", verb: "Yes, undo" };
  render(<UndoButton undo={undo} question={question} />);
  await userEvent.click(button());
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(undo).not.toHaveBeenCalled();
  await userEvent.click(button());
  await userEvent.click(screen.getByRole("button", { name: "Yes, undo" }));
  expect(undo).toHaveBeenCalledTimes(1);
});
