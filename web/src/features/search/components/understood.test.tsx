import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { SearchAnswer } from "../../../api/types.ts";
import { NavigateContext } from "../../../lib/navigate.ts";
import type { SearchQuery } from "../search-query.ts";
import { Understood } from "./understood.tsx";

const navigate = vi.fn<(href: string, replace?: boolean) => void>();

afterEach(() => {
  cleanup();
  navigate.mockReset();
  localStorage.clear();
  vi.unstubAllGlobals();
});

const query = { q: "wifi near me", lat: null, lon: null, radius: null, page: 3 } as SearchQuery;

function draw(results: Partial<SearchAnswer>, asked: Partial<SearchQuery> = {}) {
  const answer = { filters: [], place: null, needsLocation: false, nearestTowns: [], ...results };
  render(
    <NavigateContext value={navigate}>
      <Understood results={answer as unknown as SearchAnswer} query={{ ...query, ...asked }} />
    </NavigateContext>,
  );
}

function locateAt(coords: { latitude: number; longitude: number } | null) {
  vi.stubGlobal("navigator", {
    geolocation: {
      getCurrentPosition: (found: (at: unknown) => void, failed: (error: unknown) => void) =>
        coords ? found({ coords }) : failed({ code: 1 }),
    },
  });
  vi.stubGlobal("fetch", () => Promise.reject(new Error("offline")));
}

it("links each filter to the search without it", () => {
  const filters = [
    { kind: "amenity", label: "WiFi", without: "near me" },
    { kind: "nearMe", label: "Near me", without: "wifi" },
  ] as SearchAnswer["filters"];
  draw({ filters }, { lat: 31.3, lon: -92.4, radius: 25 });
  const hrefs = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(["/search?q=near%20me&lat=31.3&lon=-92.4&radius=25", "/search?q=wifi"]);
  expect(screen.getByRole("link", { name: "Remove WiFi" })).toBeTruthy();
});

it("asks for the place at once, and shows what is near it in the same history entry", async () => {
  locateAt({ latitude: 31.3113, longitude: -92.4451 });
  draw({ needsLocation: true });
  await waitFor(() =>
    expect(navigate).toHaveBeenCalledExactlyOnceWith(
      "/search?q=wifi%20near%20me&lat=31.311&lon=-92.445&radius=25",
      true,
    ),
  );
});

it("says that the list is from everywhere if there is no place", async () => {
  locateAt(null);
  draw({ needsLocation: true });
  await screen.findByText(/from everywhere\. Allow your location/);
  expect(navigate).not.toHaveBeenCalled();
});

it("says that a town has no shops, and links the nearest that have some", () => {
  draw({
    place: { name: "Opelika", state: "AL", slug: null, coffeeShopCount: 0 },
    nearestTowns: [
      { name: "Auburn", state: "AL", slug: "auburn-al", distance: "6.1 mi", coffeeShopCount: 1 },
    ],
  });
  expect(screen.getByText(/Opelika, AL has no coffee shops/).textContent).toBe(
    "Opelika, AL has no coffee shops in the directory yet. The nearest towns that do: Auburn, AL (6.1 mi, 1 shop).",
  );
});
