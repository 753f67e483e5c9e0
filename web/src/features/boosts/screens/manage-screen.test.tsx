import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
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

afterEach(cleanup);

it("says that test keys charge nothing", () => {
  show(true);
  expect(screen.getByText(/nothing is charged/)).toBeTruthy();
});

it("says nothing of the kind with live keys", () => {
  show(false);
  expect(screen.getByRole("heading", { name: "Manage Subscription" })).toBeTruthy();
  expect(screen.queryByText(/nothing is charged/)).toBeNull();
});
