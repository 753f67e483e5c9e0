import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { site } from "../../../../test/support/samples.ts";
import { makeYourShop } from "../../../../test/support/your-shop.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import { byDay, History } from "./history.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("offers to undo a change together with the later one that stands in its way", async () => {
  const entry = {
    id: "4",
    at: "2026-03-01T12:00:00Z",
    by: "you",
    action: "shop.edit",
    changes: [],
    canUndo: true,
    undone: false,
  };
  const later = [{ entry: "7", canUndo: true }];
  const refused = { message: "You changed it again on March 2, 2026.", details: { later } };
  const answers = [Response.json(refused, { status: 409 }), Response.json(makeYourShop())];
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET") return Promise.resolve(Response.json([entry]));
    bodies.push(JSON.parse(String(body)));
    return Promise.resolve(answers.shift());
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <SiteProvider site={site}>
          <History shop={{ slug: "blue-door" }} />
        </SiteProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Undo/ }));
  await screen.findByText("You changed it again on March 2, 2026.");
  await userEvent.click(screen.getByRole("button", { name: "Undo both" }));
  await screen.findByText("Your changes were undone.");
  expect(bodies).toEqual([{ later: [] }, { later: ["7"] }]);
});

it("groups changes by the day, newest first", () => {
  const entry = (id: string, at: string) => ({
    id,
    at,
    by: "you" as const,
    byName: null,
    action: "shop.edit",
    changes: [],
    canUndo: true,
    undone: false,
  });
  const days = byDay([
    entry("3", "2026-03-02T12:30:00"),
    entry("2", "2026-03-02T09:00:00"),
    entry("1", "2026-02-27T12:00:00"),
  ]);
  expect(days.map(([day, of]) => [day, of.map(({ id }) => id)])).toEqual([
    ["Mar 2, 2026", ["3", "2"]],
    ["Feb 27, 2026", ["1"]],
  ]);
});
