import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { ownActs, rememberAct } from "./own-acts.ts";
import { useUndoLast } from "./use-undo.ts";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Button() {
  const undo = useUndoLast();
  return (
    <button type="button" onClick={() => void undo()}>
      Undo the last
    </button>
  );
}

/** Every request that isn't a read of loaded data. */
const asked: string[] = [];

function show(answer: () => Response) {
  asked.length = 0;
  vi.stubGlobal("fetch", (address: string, { method = "GET" }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
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

const press = () => userEvent.click(screen.getByRole("button", { name: "Undo the last" }));
const undone = () => Response.json({ entry: "9", notices: [] });

it("undoes only what was done in this tab, the latest first, and names it", async () => {
  rememberAct({ entry: "4", title: "Approved: Blue Door" });
  rememberAct({ entry: "5", title: "Deleted: The Copper Kettle" });
  show(undone);
  await press();
  await screen.findByText("Undone: Deleted: The Copper Kettle");
  await press();
  await screen.findByText("Undone: Approved: Blue Door");
  // The third press finds nothing of this tab, and asks nobody for acts of others.
  await press();
  await screen.findByText("There is nothing to undo");
  expect(asked).toEqual(["POST /api/admin/audit/5/undo", "POST /api/admin/audit/4/undo"]);
});

it("passes over an act that can't be undone any more, and keeps one that couldn't be reached", async () => {
  rememberAct({ entry: "4", title: "Approved: Blue Door" });
  const answers = [
    Response.json({ message: "Busy." }, { status: 503 }),
    Response.json({ message: "It was undone before." }, { status: 409 }),
  ];
  show(() => answers.shift() ?? undone());
  await press();
  await screen.findByText("Not undone: Approved: Blue Door");
  expect(ownActs()).toHaveLength(1);
  await press();
  await screen.findByText(/It was undone before/);
  expect(ownActs()).toEqual([]);
});

it("offers to undo the later acts that stand in the way, newest first", async () => {
  rememberAct({ entry: "4", title: "Saved: Blue Door" });
  const later = [
    { entry: "9", canUndo: true },
    { entry: "7", canUndo: true },
  ];
  const refused = { message: "The same was changed again.", details: { later } };
  const answers = [Response.json(refused, { status: 409 })];
  show(() => answers.shift() ?? undone());
  await press();
  await screen.findByText("Not undone: Saved: Blue Door");
  await userEvent.click(screen.getByRole("button", { name: "Undo all 3" }));
  await screen.findByText("Undone: Saved: Blue Door");
  expect(asked).toEqual(["4", "9", "7", "4"].map((entry) => `POST /api/admin/audit/${entry}/undo`));
});
