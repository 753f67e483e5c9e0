import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { useUndoLast } from "./use-undo.ts";

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

it("passes over what was undone and what changed nothing", async () => {
  const entry = (id: string, action: string, isUndone = false) => ({ id, action, isUndone });
  const entries = [
    entry("1", "undo"),
    entry("2", "story.approve", true),
    entry("3", "newsletter.test"),
    entry("4", "claim.approve"),
    entry("5", "shop.edit"),
  ];
  const answers: Record<string, object> = {
    "/api/admin/audit?actor=administrator": { entries, total: 5 },
    "/api/admin/audit/3": { changes: [] },
    "/api/admin/audit/4": { changes: [{}] },
    "/api/admin/audit/4/undo": { entry: "6", notices: [] },
  };
  const posted: string[] = [];
  vi.stubGlobal("fetch", (address: string, { method }: RequestInit = {}) => {
    if (method === "POST") posted.push(address);
    return Promise.resolve(Response.json(answers[address] ?? {}));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <Button />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button"));
  await screen.findByText("Undone");
  expect(posted).toEqual(["/api/admin/audit/4/undo"]);
});
