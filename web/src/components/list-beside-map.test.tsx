import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeShop } from "../../test/support/samples.ts";

vi.mock("./map/map-panel.tsx", () => ({
  default: ({ shops }: { shops: unknown[] }) => <p>{`map of ${shops.length}`}</p>,
}));

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});
afterEach(cleanup);

async function page() {
  const { ListBesideMap, MapButton } = await import("./list-beside-map.tsx");
  return (
    <>
      <MapButton />
      <ListBesideMap shops={[makeShop(), makeShop({ id: "2", slug: "b" })]} around={null}>
        <p>the list</p>
      </ListBesideMap>
    </>
  );
}

it("shows the list alone until the map is asked for, and again after it", async () => {
  render(await page());
  expect(screen.queryByText("map of 2")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show map", expanded: false }));
  expect(await screen.findByText("map of 2")).toBeDefined();
  expect(screen.getByText("the list")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Hide map", expanded: true }));
  expect(screen.queryByText("map of 2")).toBeNull();
});

it("remembers the choice on the device", async () => {
  render(await page());
  await userEvent.click(screen.getByRole("button", { name: "Show map" }));
  cleanup();
  vi.resetModules();
  render(await page());
  expect(await screen.findByText("map of 2")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Hide map" }));
  expect(localStorage).toHaveLength(0);
});

it("works where the device keeps nothing", async () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new Error("no room");
  });
  render(await page());
  await userEvent.click(screen.getByRole("button", { name: "Show map" }));
  expect(await screen.findByText("map of 2")).toBeDefined();
  refuse.mockRestore();
});

it("draws no map on the server, and a button that waits for its script", async () => {
  const html = renderToString(await page());
  expect(html).toContain("the list");
  expect(html).not.toContain("map-place");
  expect(html).toMatch(/<button[^>]*class="[^"]*invisible/);
});
