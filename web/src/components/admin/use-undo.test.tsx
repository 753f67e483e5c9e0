import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { forgetAct, ownActs, rememberAct } from "./own-acts.ts";
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

/** Every request that isn't a read of loaded data, and what each asked to undo besides. */
const asked: string[] = [];
const besides: unknown[] = [];

function show(answer: () => Response) {
  asked.length = 0;
  besides.length = 0;
  vi.stubGlobal("fetch", (address: string, { method = "GET", body }: RequestInit = {}) => {
    asked.push(`${method} ${address}`);
    besides.push(JSON.parse(String(body)).later);
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
  await screen.findByText("Couldn't undo: Approved: Blue Door");
  expect(ownActs()).toHaveLength(1);
  await press();
  await screen.findByText(/It was undone before/);
  expect(ownActs()).toEqual([]);
});

/** A refusal because of these later acts. */
const because = (later: object[]) =>
  Response.json({ message: "The same was changed again.", details: { later } }, { status: 409 });

it("offers to undo the later acts that stand in the way, all in one go or none", async () => {
  rememberAct({ entry: "4", title: "Saved: Blue Door" });
  rememberAct({ entry: "9", title: "Saved: Green Door" });
  forgetAct("9");
  const later = [
    { entry: "9", canUndo: true },
    { entry: "7", canUndo: true },
  ];
  // Meanwhile somebody changes the same once more.
  const answers = [because(later), because([{ entry: "11", canUndo: true }, ...later])];
  show(() => answers.shift() ?? undone());
  await press();
  await screen.findByText("Couldn't undo: Saved: Blue Door");
  await userEvent.click(screen.getByRole("button", { name: "Undo all 3" }));
  await userEvent.click(await screen.findByRole("button", { name: "Undo all 4" }));
  await screen.findByText("Undone: Saved: Blue Door");
  expect(asked).toEqual([4, 4, 4].map((entry) => `POST /api/admin/audit/${entry}/undo`));
  expect(besides).toEqual([[], ["9", "7"], ["11", "9", "7"]]);
});

it("offers nothing if one of the later acts isn't this person's to undo", async () => {
  rememberAct({ entry: "4", title: "Saved: Blue Door" });
  const later = [
    { entry: "9", canUndo: false },
    { entry: "7", canUndo: true },
  ];
  show(() => because(later));
  await press();
  await screen.findByText("Couldn't undo: Saved: Blue Door");
  expect(screen.queryByRole("button", { name: /^Undo (both|all)/ })).toBeNull();
});
