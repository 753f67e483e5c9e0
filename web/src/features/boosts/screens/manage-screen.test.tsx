import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { site } from "../../../../test/support/samples.ts";
import type { Site } from "../../../api/types.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import ManageScreen from "./manage-screen.tsx";

const payments = (isSandbox: boolean): Site["payments"] => ({
  publishableKey: "pk_test_desk",
  scriptUrl: "https://js.stripe.example/",
  isSandbox,
});

const show = (isSandbox: boolean) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SiteProvider site={{ ...site, payments: payments(isSandbox) }}>
        <ToastProvider>
          <ManageScreen />
        </ToastProvider>
      </SiteProvider>
    </QueryClientProvider>,
  );

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, "", "/");
});

it("moves to a new address by a press, and shows its boosts only with a code", async () => {
  window.history.replaceState(null, "", "/manage-subscription?address=new#token=abc");
  const newEmail = "jo.new@bluedoor.example";
  const answers = [
    new Response(JSON.stringify({ status: "moved", newEmail })),
    new Response(JSON.stringify({ status: "verification_required", subscriptions: [] }), {
      status: 202,
    }),
  ];
  const fetched = vi.fn(() => Promise.resolve(answers.shift() ?? new Response(null)));
  vi.stubGlobal("fetch", fetched);
  show(false);
  expect(window.location.href).not.toContain("abc");
  expect(fetched).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "Use this address" }));
  expect(await screen.findByLabelText(/^Code/)).toBeTruthy();
  expect(screen.getByText(newEmail)).toBeTruthy();
});

it("says that test keys charge nothing", () => {
  show(true);
  expect(screen.getByText(/nothing is charged/)).toBeTruthy();
});

it("says nothing of the kind with live keys", () => {
  show(false);
  expect(screen.getByRole("heading", { name: "Manage Subscription" })).toBeTruthy();
  expect(screen.queryByText(/nothing is charged/)).toBeNull();
});
