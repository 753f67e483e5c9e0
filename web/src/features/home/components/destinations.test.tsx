import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { makeCity, site } from "../../../../test/support/samples.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import { Destinations } from "./destinations.tsx";

const popular = [makeCity()];
const near = [makeCity({ id: "2", name: "Marfa", state: "TX", slug: "marfa-tx" })];
const ask = vi.fn((_: string) => Promise.resolve(near));

afterEach(() => {
  cleanup();
  ask.mockClear();
  localStorage.clear();
  vi.unstubAllGlobals();
});

interface Browser {
  granted: boolean;
  found: boolean;
  /** Our server's guess from the IP address. */
  guessed?: { latitude: number; longitude: number; region_code: string; country_code: string };
  prompts?: boolean;
}

/** Renders the section in a browser that has (or hasn't) granted access to its location. */
function show({ granted, found, guessed, prompts = false }: Browser) {
  const getCurrentPosition = vi.fn((good: PositionCallback, bad: PositionErrorCallback) =>
    found
      ? good({ coords: { latitude: 30.30949, longitude: -104.02063 } } as GeolocationPosition)
      : bad({} as GeolocationPositionError),
  );
  vi.stubGlobal("navigator", {
    geolocation: { getCurrentPosition },
    permissions: { query: () => Promise.resolve({ state: granted ? "granted" : "prompt" }) },
  });
  vi.stubGlobal("fetch", () =>
    Promise.resolve(new Response(JSON.stringify(guessed ?? { message: "No." }))),
  );
  const client = new QueryClient({
    defaultOptions: {
      queries: { queryFn: ({ queryKey: [path] }) => ask(String(path)), retry: false },
    },
  });
  render(
    <QueryClientProvider client={client}>
      <SiteProvider site={{ ...site, promptForLocation: prompts }}>
        <ToastProvider>
          <Destinations title="Popular Coffee Destinations" popular={popular} />
        </ToastProvider>
      </SiteProvider>
    </QueryClientProvider>,
  );
  return getCurrentPosition;
}

const heading = (name: string) => screen.findByRole("heading", { level: 2, name });

it("shows popular towns and asks nobody for a place on its own", async () => {
  const asked = show({ granted: false, found: true });
  await heading("Popular Coffee Destinations");
  await screen.findByRole("button", { name: "Use my location" });
  expect(asked).not.toHaveBeenCalled();
});

it("shows towns near the visitor after the button, the place rounded", async () => {
  show({ granted: false, found: true });
  await userEvent.click(await screen.findByRole("button", { name: "Use my location" }));
  await heading("Coffee Near You");
  expect(screen.getByRole("link", { name: "Marfa, TX" })).toBeTruthy();
  expect(ask).toHaveBeenCalledExactlyOnceWith("/api/cities?near=30.309,-104.021&limit=12");
});

it("uses a place that was allowed before", async () => {
  show({ granted: true, found: true });
  await heading("Coffee Near You");
  expect(screen.getByRole("link", { name: "Marfa, TX" })).toBeTruthy();
});

it("keeps the popular towns when the place cannot be found", async () => {
  show({ granted: false, found: false });
  await userEvent.click(await screen.findByRole("button", { name: "Use my location" }));
  await heading("Popular Coffee Destinations");
  expect(screen.getByRole("link", { name: "Alexandria, LA" })).toBeTruthy();
  expect(ask).not.toHaveBeenCalled();
});

it("remembers the place that was granted last", async () => {
  show({ granted: false, found: true });
  await userEvent.click(await screen.findByRole("button", { name: "Use my location" }));
  await heading("Coffee Near You");
  cleanup();
  const asked = show({ granted: false, found: true });
  await heading("Coffee Near You");
  expect(asked).not.toHaveBeenCalled();
});

it("takes the server's guess when the device says nothing", async () => {
  const guessed = { latitude: 31.2885, longitude: -92.4657, region_code: "LA", country_code: "US" };
  const asked = show({ granted: false, found: true, guessed });
  await heading("Coffee Near You");
  expect(ask).toHaveBeenCalledExactlyOnceWith("/api/cities?near=31.288,-92.466&limit=12");
  expect(asked).not.toHaveBeenCalled();
});

it("asks on load where the operator wants that", async () => {
  const asked = show({ granted: false, found: true, prompts: true });
  await heading("Coffee Near You");
  expect(asked).toHaveBeenCalledOnce();
});
