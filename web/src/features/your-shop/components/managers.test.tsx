import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { makeYourShop } from "../../../../test/support/your-shop.ts";
import { ToastProvider } from "../../../ui/toast.tsx";
import { Managers } from "./managers.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const kay = {
  id: "m1",
  email: "kay@door.example",
  name: null,
  invitedAt: "2026-03-01T12:00:00Z",
  acceptedAt: null,
  endsAt: "2026-03-08T12:00:00Z",
  hasExpired: false,
};

it("invites, lists and withdraws", async () => {
  const calls: string[] = [];
  let listed = [kay];
  vi.stubGlobal("fetch", (path: string, { method = "GET" }: RequestInit = {}) => {
    if (method === "GET") return Promise.resolve(Response.json(listed));
    calls.push(`${method} ${path}`);
    if (method === "DELETE") {
      listed = [];
      return Promise.resolve(new Response(null, { status: 204 }));
    }
    return Promise.resolve(Response.json({ ...kay, id: "m2", email: "lee@door.example" }));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <Managers shop={makeYourShop()} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  expect(await screen.findByText(/the link works until/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send an invitation" }));
  expect(await screen.findByText(/Valid email is required/)).toBeTruthy();
  expect(calls).toEqual([]);
  await userEvent.type(screen.getByLabelText(/^Email address of who/), "lee@door.example");
  await userEvent.click(screen.getByRole("button", { name: "Send an invitation" }));
  expect(await screen.findByText("Invitation sent")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Withdraw kay@door.example" }));
  expect(await screen.findByText("Invitation withdrawn")).toBeTruthy();
  expect(calls[1]).toMatch(/^DELETE .*\/managers\/m1$/);
});
