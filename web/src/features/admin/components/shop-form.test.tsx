import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import type { AdminShop } from "./shop-badges.tsx";
import { ShopForm } from "./shop-form.tsx";

const shop = {
  id: "shop-1",
  slug: "blue-door",
  name: "Blue Door",
  address: "126 Main Street, Jackpot, NV 89825",
  categories: [],
  isActive: true,
  isBoosted: false,
  permanentlyClosed: false,
  isUnconfirmed: false,
  boostedUntil: null,
  timeZone: null,
  currentTimeZone: "America/Denver",
  version: 4,
} as unknown as AdminShop;

const fetched = vi.fn<(address: string, request?: RequestInit) => Promise<Response>>();
const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ShopForm shop={shop} />
      </ToastProvider>
    </QueryClientProvider>,
  );
const zone = (description = /./) =>
  screen.getByRole<HTMLInputElement>("textbox", { name: /^Time zone/, description });
const save = () => userEvent.click(screen.getByRole("button", { name: "Save changes" }));
const sent = (at: number) => JSON.parse(String(fetched.mock.calls[at]?.[1]?.body));

beforeEach(() => {
  sessionStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  vi.stubGlobal("fetch", fetched);
});
afterEach(() => {
  cleanup();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

it("says by whose clocks a shop goes, and sends the time zone that is typed", async () => {
  const saved = { ...shop, timeZone: "America/Boise", version: 5, entry: "entry-1", notices: [] };
  fetched.mockResolvedValue(Response.json(saved));
  show();
  expect(zone(/The shop’s clocks now: America\/Denver/).value).toBe("");
  await userEvent.type(zone(), "America/Boise");
  await save();
  await screen.findByText("Coffee shop updated");
  expect(sent(0)).toMatchObject({ timeZone: "America/Boise", version: 4 });
  expect(zone().value).toBe("America/Boise");
});

it("keeps a time zone that doesn't exist, with what is wrong beside it", async () => {
  const message = "Please enter the name of a time zone (e.g., America/Denver)";
  fetched.mockResolvedValue(Response.json({ message, field: "timeZone" }, { status: 400 }));
  show();
  await userEvent.type(zone(), "Mountain time");
  await save();
  await screen.findByText(message);
  const box = zone(/Please enter the name of a time zone/);
  expect(box.value).toBe("Mountain time");
  expect(box.getAttribute("aria-invalid")).toBe("true");
});
