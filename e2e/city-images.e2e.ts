import { once } from "node:events";
import { createServer } from "node:http";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { test as base, expect } from "./fixtures.ts";
import { placePng } from "./place-png.ts";

const PASSWORD = "a password for pictures";

interface Place {
  title: string;
  latitude: number;
  longitude: number;
}

/** Wikipedia and Commons on this machine, with an article about one place. */
const test = base.extend<object, { wiki: { address: string; places: Place[] } }>({
  wiki: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const picture = placePng(1280, 720);
      const places: Place[] = [];
      let origin = "";
      const site = createServer((request, response) => {
        const { pathname } = new URL(request.url ?? "/", "http://wiki");
        const title = decodeURIComponent(pathname.split("/").at(-1) ?? "");
        const place = places.find((one) => one.title === title);
        const file = `${origin}/wikipedia/commons/a/ab/Main_Street.png`;
        if (pathname.startsWith("/wikipedia/")) {
          response.setHeader("content-type", "image/png").end(picture);
        } else if (pathname === "/w/api.php") {
          response.setHeader("content-type", "application/json").end(
            JSON.stringify({
              query: {
                pages: [
                  {
                    imageinfo: [
                      {
                        url: file,
                        thumburl: file,
                        descriptionurl: "https://commons.wikimedia.org/wiki/File:Main_Street.png",
                        mime: "image/png",
                        width: 2400,
                        height: 1600,
                        extmetadata: {
                          LicenseShortName: { value: "CC BY 4.0" },
                          Artist: { value: "<b>Jo Example</b>" },
                        },
                      },
                    ],
                  },
                ],
              },
            }),
          );
        } else if (place) {
          response.setHeader("content-type", "application/json").end(
            JSON.stringify({
              type: "standard",
              originalimage: { source: file, width: 2400, height: 1600 },
              coordinates: { lat: place.latitude, lon: place.longitude },
            }),
          );
        } else {
          response.writeHead(404).end("{}");
        }
      }).listen(0, "127.0.0.1");
      await once(site, "listening");
      const address = site.address();
      if (address === null || typeof address === "string") throw new Error("no port");
      origin = `http://127.0.0.1:${address.port}`;
      await use({ address: `127.0.0.1:${address.port}`, places });
      site.close();
    },
    { scope: "worker" },
  ],
  settings: [
    async ({ wiki: { address } }, use) =>
      use({
        TOWNPERK_ADMIN_PASSWORD: PASSWORD,
        TOWNPERK_OUTBOUND_ALLOW: address,
        TOWNPERK_WIKIPEDIA_URL: `http://${address}`,
        TOWNPERK_WIKIMEDIA_URL: `http://${address}`,
      }),
    { scope: "worker" },
  ],
});

test("a city without an image gets one with its author", async ({
  page,
  wiki,
  directory: { town },
}) => {
  const login = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(login.status()).toBe(200);
  const search = `search=${encodeURIComponent(town.name)}`;
  const listed = await page.request.get(`/api/admin/cities?${search}&pageSize=100`);
  const { cities } = (await listed.json()) as {
    cities: { slug: string; latitude: number; longitude: number }[];
  };
  const city = cities.find(({ slug }) => slug === town.slug);
  if (!city) throw new Error("the city isn't listed");
  const states = await page.request.get("/api/states");
  const named = ((await states.json()) as { code: string; name: string }[]).find(
    ({ code }) => code === town.state,
  );
  const title = `${town.name}, ${named?.name}`.replaceAll(" ", "_");
  wiki.places.push({ title, latitude: city.latitude, longitude: city.longitude });

  await page.goto(`/admin/city-images?${search}`);
  const button = page.getByRole("button", { name: "Auto-Discover Images" });
  await expect(button).toBeVisible();
  await button.click();
  const result = page.locator(".notice").filter({ hasText: "Search complete" });
  await expect(result).toContainText("1 city updated", { timeout: 60_000 });
  const card = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: `${town.name}, ${town.state}` }) });
  await expect(card).toContainText("Wikipedia");
  await expect(card).toContainText("Photo: Jo Example, Wikimedia Commons");
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
});
