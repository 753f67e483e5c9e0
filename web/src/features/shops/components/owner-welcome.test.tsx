import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeShop, site } from "../../../../test/support/samples.ts";
import { awaitProof, pendingProof } from "../../../kit/pending-proof.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import { OwnerWelcome } from "./owner-welcome.tsx";

const shop = makeShop({});
const ask = vi.fn<(address: string) => object>();

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (address: string) =>
    Promise.resolve(new Response(JSON.stringify(ask(address)))),
  );
});

afterEach(() => {
  cleanup();
  ask.mockReset();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <SiteProvider site={site}>
          <OwnerWelcome shop={shop} />
        </SiteProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
const wait = () => act(() => vi.advanceTimersByTimeAsync(5_000));

it.each([
  ["listing", "/api/listings/p1/proof"],
  ["claim", "/api/claims/p1/proof"],
] as const)("tells a waiting %s that it was confirmed on another device", async (kind, address) => {
  awaitProof(shop.slug, { kind, id: "x1", proofId: "p1", email: "ann@shop.example" });
  ask.mockReturnValue({ confirmed: false });
  show();
  await wait();
  expect(ask).toHaveBeenCalledExactlyOnceWith(address);
  expect(screen.getByLabelText(/^Code/)).toBeTruthy();
  ask.mockReturnValue({ confirmed: true });
  await wait();
  expect(screen.getByRole("heading", { name: "Already confirmed" })).toBeTruthy();
  expect(screen.queryByLabelText(/^Code/)).toBeNull();
  expect(pendingProof(shop.slug)).toBeNull();
  const link = screen.getByRole("link", { name: "sign in with your email address" });
  expect(link.getAttribute("href")).toBe("/sign-in");
  ask.mockClear();
  await wait();
  expect(ask, "it asks no more").not.toHaveBeenCalled();
});

it("asks nothing where no form was sent", async () => {
  show();
  await wait();
  expect(ask).not.toHaveBeenCalled();
});
