import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { useUndo } from "./use-shop-form.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Button() {
  const undo = useUndo("blue-door");
  return (
    <button type="button" onClick={() => void undo("4")}>
      Undo the change
    </button>
  );
}

/** Every undo that was sent, with what was to be undone besides. */
const sent: string[] = [];

function show(answer: () => Response) {
  sent.length = 0;
  vi.stubGlobal("fetch", (address: string, { body }: RequestInit = {}) => {
    sent.push(`${address} ${JSON.stringify(JSON.parse(String(body)).later)}`);
    return Promise.resolve(answer());
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <Button />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

const UNDO = "/api/your-shop/blue-door/history/4/undo";

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

/** A refusal because of a later act. */
const because = (canUndo: boolean) =>
  Response.json(
    { message: "The same was changed again.", details: { later: [{ entry: "9", canUndo }] } },
    { status: 409 },
  );

it("offers an owner to undo both, as it does the administrator", async () => {
  const answers = [because(true)];
  show(() => answers.shift() ?? Response.json({ id: "shop-1", slug: "blue-door" }));
  await press("Undo the change");
  await screen.findByText("The same was changed again.");
  await press("Undo both");
  await screen.findByText("Your changes were undone.");
  expect(sent).toEqual([`${UNDO} []`, `${UNDO} ["9"]`]);
});

it("offers an owner nothing where the later act is the administrator's", async () => {
  show(() => because(false));
  await press("Undo the change");
  await screen.findByText("The same was changed again.");
  expect(screen.queryByRole("button", { name: /^Undo (both|all)/ })).toBeNull();
});
