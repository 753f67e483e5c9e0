import { once } from "node:events";
import { createServer } from "node:http";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { test as base, expect } from "./fixtures.ts";

const PASSWORD = "a password for states";

/** A coffee shop as OpenStreetMap has it. */
const cafe = (id: number, name: string) => ({
  type: "node",
  id,
  lat: 38.9 - id * 0.002,
  lon: -77.02,
  tags: {
    amenity: "cafe",
    name,
    "addr:housenumber": String(id * 100),
    "addr:street": "Seventh Street Northwest",
    "addr:city": "Washington",
    "addr:state": "DC",
    "addr:postcode": "20001",
  },
});

/** An Overpass server that knows two coffee shops. */
const test = base.extend<object, { overpass: string }>({
  overpass: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const elements = [cafe(1, "Kisatchie Morning"), cafe(2, "The Slow Ferry")];
      const listener = createServer((request, response) => {
        request.resume().on("end", () => {
          response.setHeader("content-type", "application/json");
          response.end(
            JSON.stringify({
              version: 0.6,
              osm3s: { timestamp_osm_base: "2026-03-01T06:00:00Z" },
              elements,
            }),
          );
        });
      }).listen(0, "127.0.0.1");
      await once(listener, "listening");
      const address = listener.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      await use(`http://127.0.0.1:${address.port}/api/interpreter`);
      listener.closeAllConnections();
      listener.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ overpass }, use) =>
      use({
        TOWNPERK_ADMIN_PASSWORD: PASSWORD,
        TOWNPERK_OVERPASS_URL: overpass,
        TOWNPERK_OVERPASS_PAUSE_SECONDS: "0",
      }),
    { scope: "worker" },
  ],
});

test("a state becomes a list, and the list an import", async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
  await page.goto("/admin/imports");
  const form = page.getByRole("form", { name: "Bring a whole state" });
  await expect(form).toBeVisible();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await form.getByRole("button", { name: "Fetch State" }).click();
  await expect(form.getByLabel("State")).toHaveAttribute("aria-invalid", "true");
  await form.getByLabel("State").selectOption({ label: "District of Columbia" });
  await form.getByRole("button", { name: "Fetch State" }).click();
  const title = "OpenStreetMap, District of Columbia.json";
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/admin/imports");
  await expect(page.getByRole("link", { name: title })).toBeVisible();
});
