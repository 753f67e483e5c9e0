import { cleanup, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { withPages } from "../../../test/support/told.tsx";
import { EnhanceCity } from "./enhance-forms.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CITY = { slug: "alexandria-la", name: "Alexandria", state: "LA", coffeeShopCount: 3 };
const DONE = { enhanced: 1, processed: 1, city: "Alexandria, LA", stopped: null, waiting: 0 };

/** Where the forms sent something. */
function posts() {
  const calls = vi.mocked(fetch).mock.calls.map(([input, init]) => ({
    address: input instanceof Request ? input.url : String(input),
    method: input instanceof Request ? input.method : (init?.method ?? "GET"),
  }));
  return calls.filter(({ method }) => method === "POST").map(({ address }) => address);
}

it.each([
  ["a city that was chosen by its name", "alex", "alexandria-la"],
  ["a slug that was typed", "natchitoches-la", "natchitoches-la"],
])("enhances %s", async (_, typed, slug) => {
  withPages(<EnhanceCity slug="" show={() => {}} />, () =>
    Promise.resolve(Response.json({ cities: typed === "alex" ? [CITY] : [], total: 1, ...DONE })),
  );
  await userEvent.type(screen.getByRole("combobox"), typed);
  if (typed === "alex")
    await userEvent.click(await screen.findByRole("option", { name: /Alexandria, LA/ }));
  await userEvent.click(screen.getByRole("button", { name: "Enhance City" }));
  await waitFor(() => expect(posts()).toHaveLength(1));
  expect(posts()[0]).toContain(`/enhance-city/${slug}`);
});
