import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeYourShop } from "../../../../test/support/your-shop.ts";
import { ToastProvider } from "../../../ui/toast.tsx";
import { Closing } from "./closing.tsx";

const shop = makeYourShop({});
let state: { closing: string | null; reopenUntil: string | null };
let sent: [address: string, body: unknown][];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", (address: string, { method, body }: RequestInit = {}) => {
    if (method === "POST") sent.push([address, body ? JSON.parse(String(body)) : null]);
    return Promise.resolve(Response.json(address.endsWith("/closing") ? state : shop));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <Closing shop={shop} />
      </ToastProvider>
    </QueryClientProvider>,
  );

it("removes the listing after a second press", async () => {
  state = { closing: null, reopenUntil: null };
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Remove my listing" }));
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Remove the listing" }));
  await waitFor(() =>
    expect(sent).toEqual([[`/api/your-shop/${shop.slug}/close`, { closing: "removed" }]]),
  );
});

it("takes it back while that is possible, and offers nothing afterward", async () => {
  state = { closing: "removed", reopenUntil: "2026-12-24T10:00:00Z" };
  show();
  expect(await screen.findByText(/until December 24, 2026/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "List it again" }));
  await waitFor(() => expect(sent).toEqual([[`/api/your-shop/${shop.slug}/reopen`, null]]));
  cleanup();
  state = { closing: "permanently_closed", reopenUntil: null };
  show();
  expect(await screen.findByText(/permanently closed/)).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
