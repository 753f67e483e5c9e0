import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { useReason } from "./use-reason.tsx";

afterEach(cleanup);

let given: string | null = null;

function Asking() {
  const [dialog, ask] = useReason();
  const question = { title: "Reject?", text: "", verb: "Reject", required: true };
  return (
    <>
      {dialog}
      <button
        type="button"
        onClick={async () => {
          given = await ask({ ...question, prepared: ["We couldn't confirm this."] });
        }}
      >
        Ask
      </button>
    </>
  );
}

it("takes a prepared reason, which can be edited before it is sent", async () => {
  render(<Asking />);
  await userEvent.click(screen.getByRole("button", { name: "Ask" }));
  await userEvent.click(screen.getByRole("button", { name: "We couldn't confirm this." }));
  await userEvent.type(screen.getByRole("textbox", { name: /^Reason/ }), " Sorry.");
  await userEvent.click(screen.getByRole("button", { name: "Reject" }));
  expect(given).toBe("We couldn't confirm this. Sorry.");
});
