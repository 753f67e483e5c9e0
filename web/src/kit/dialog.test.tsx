import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { useConfirm } from "./confirm.tsx";

const answers: boolean[] = [];

function Deletion() {
  const [confirmation, confirm] = useConfirm();
  const ask = async () => {
    const question = {
      title: "Delete “The Copper Kettle”?",
      text: "Its page goes.",
      verb: "Delete coffee shop",
      keep: "Keep it",
      destructive: true,
    };
    answers.push(await confirm(question));
  };
  return (
    <>
      <button type="button" onClick={ask}>
        Delete
      </button>
      {confirmation}
    </>
  );
}

afterEach(() => {
  cleanup();
  answers.length = 0;
});

const open = async () => {
  render(<Deletion />);
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
};

it("names the thing and the consequence, with the focus on the safe button", async () => {
  await open();
  const dialog = screen.getByRole("alertdialog", { name: "Delete “The Copper Kettle”?" });
  const described = document.getElementById(dialog.getAttribute("aria-describedby") ?? "");
  expect(described?.textContent).toBe("Its page goes.");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keep it" }));
});

it.each([
  ["Delete coffee shop", true],
  ["Keep it", false],
  ["Close", false],
])("%s answers %s and closes", async (name, answer) => {
  await open();
  await userEvent.click(screen.getByRole("button", { name }));
  await waitFor(() => expect(answers).toEqual([answer]));
  expect(screen.queryByText("Its page goes.")).toBeNull();
});

it("takes Escape and a press beside it for no", async () => {
  await open();
  screen.getByRole("alertdialog").dispatchEvent(new Event("cancel", { cancelable: true }));
  await waitFor(() => expect(answers).toEqual([false]));
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await userEvent.click(screen.getByRole("alertdialog"));
  await waitFor(() => expect(answers).toEqual([false, false]));
});
