import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { DecideClaim } from "./decide-claim.tsx";

const calls: string[] = [];

beforeEach(() => {
  calls.length = 0;
  vi.stubGlobal("fetch", (path: string) => {
    calls.push(path);
    return Promise.resolve(Response.json({ id: "1", entry: "0190-2" }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(level: number) {
  const evidence = { level, label: "", strong: false, checks: [] };
  const claim = { id: "1", ownerName: "Jo Doe", coffeeShop: { name: "Blue Door" }, evidence };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <DecideClaim claim={claim} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return screen.getByRole("button", { name: /^Approve/ });
}

it("a claim whose address nobody has confirmed can't be approved, and says why", async () => {
  const approve = show(0);
  expect(screen.getByText(/hasn't confirmed the email address yet/)).toBeTruthy();
  expect(approve.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(approve);
  expect(calls).toEqual([]);
});

it("a confirmed one can", async () => {
  const approve = show(1);
  expect(screen.queryByText(/hasn't confirmed/)).toBeNull();
  await userEvent.click(approve);
  expect(calls[0]).toContain("/api/admin/business-claims/1/approve");
});
