import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { Reasons } from "./outbox-screen.tsx";

const sent: string[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    sent.push(`${init?.method} ${path} ${init?.body}`);
    return Promise.resolve(Response.json({ dismissed: 3, entry: null }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(reasons: { reason: string; count: number }[]) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <Reasons reasons={reasons} />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

it("dismisses all emails that failed for one reason", async () => {
  show([
    { reason: "550 no relaying", count: 3 },
    { reason: "552 too large", count: 1 },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Dismiss 3 emails: 550 no relaying" }));
  await waitFor(() => screen.getByText("3 emails"));
  expect(sent).toEqual(['POST /api/admin/outbox/dismiss {"reason":"550 no relaying"}']);
  // A single email is dismissed in its row.
  expect(screen.queryByText(/too large/)).toBeNull();
});

it("is not there without several failures of one kind", () => {
  show([{ reason: "552 too large", count: 1 }]);
  expect(screen.queryByRole("list", { name: "Reasons" })).toBeNull();
});
