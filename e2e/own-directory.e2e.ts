import { mkdir, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";

const PASSWORD = "a password for the tar heels";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD }, demo: "none" });
test.describe.configure({ mode: "serial" });

const OUTPUT = ".output/own-directory";

const LIST = `name,address,city,state,zip,phone,hours
Bull City Beans,120 W Main Street,Durham,NC,27701,919-555-0101,Mo-Fr 07:00-17:00; Sa-Su 08:00-15:00
Ninth Street Cup,706 Ninth Street,Durham,NC,27705,919-555-0102,Mo-Su 06:30-18:00
Tobacco Road Roasters,318 Blackwell Street,Durham,NC,27701,919-555-0103,Tu-Su 08:00-16:00
High Country Grounds,240 W King Street,Boone,NC,28607,828-555-0104,Mo-Sa 07:00-19:00
Port City Percolator,22 S Front Street,Wilmington,NC,28401,910-555-0105,Mo-Su 07:00-14:00
`;

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><path fill="#1f5f3a" d="M20 4a16 16 0 1 0 0 32 16 16 0 0 0 0-32zm0 6a10 10 0 1 1 0 20 10 10 0 0 1 0-20z"/><path fill="#c17810" d="M46 10h68v6H46zM46 24h48v6H46z"/></svg>`;

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole("status").filter({ hasText: text });
const save = (page: Page) => page.getByRole("button", { name: "Save changes" });

test("from an empty folder to a public directory, in the browser alone", async ({
  page,
  server,
}) => {
  const begun = performance.now();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/admin");
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("link", { name: "Set up your directory" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "First steps" })).toBeVisible();
  await page.getByRole("link", { name: "Name it" }).click();
  await page.getByLabel(/^Name/).fill("Tar Heel Coffee");
  await page.getByLabel(/^Region/).fill("North Carolina");
  await save(page).click();
  await expect(toast(page, "Words saved")).toBeVisible();

  await page.goto("/admin/site/start");
  await page.getByRole("link", { name: "Choose it" }).click();
  await page.getByLabel(/^Main color/).fill("#1f5f3a");
  await save(page).click();
  await expect(toast(page, "Look saved")).toBeVisible();
  await page
    .getByLabel("Your logo")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from(LOGO) });
  await expect(toast(page, "Logo saved")).toBeVisible();
  await expect(page.getByRole("img", { name: "The icon in use" })).toBeVisible();

  await page.goto("/admin/site/start");
  await page.getByRole("link", { name: "Import a list" }).click();
  await page
    .getByLabel("A list of coffee shops")
    .setInputFiles({ name: "nc.csv", mimeType: "text/csv", buffer: Buffer.from(LIST) });
  await expect(page.getByRole("heading", { level: 3, name: "nc.csv" })).toBeVisible();
  await page.getByRole("button", { name: "Try without writing" }).click();
  const result = page.getByRole("region", { name: /This would happen/ });
  await expect(result.getByText("5 records read.")).toBeVisible({ timeout: 20_000 });
  await result.getByRole("button", { name: "Import" }).click();
  await expect(page.getByRole("region", { name: /Import \d+ is done/ })).toBeVisible({
    timeout: 20_000,
  });

  await page.goto("/admin/site/start");
  await page.getByRole("button", { name: "Finish" }).click();
  await expect(page).toHaveURL(/\/admin$/);

  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    for (const path of [
      "/",
      "/cities",
      "/cities/durham-nc",
      "/coffee-shops/bull-city-beans-durham-nc",
      "/search",
      "/search?q=zzzz",
      "/list-shop",
      "/terms",
    ]) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(200);
      await expect(page).toHaveTitle(/Tar Heel Coffee/);
      const html = (await page.content())
        // Every state can be searched for, and the state block has the prices where nothing is sold, too.
        .replaceAll(/<option[^>]*>[^<]*<\/option>/g, "")
        .replaceAll(/<script[\s\S]*?<\/script>/g, "");
      expect(html, path).not.toMatch(/Townperk|Louisiana|, LA\b|\$5/);
      await expectNoSidewaysScroll(page);
      await test.step(`${path}, ${width} px`, () => expectAccessible(page));
    }
  }
  const icon = page.locator('link[rel="icon"]');
  expect(await icon.getAttribute("href")).toMatch(/^\/site-icon\/32\.png\?v=/);
  const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
  await mkdir(OUTPUT, { recursive: true });
  await writeFile(`${OUTPUT}/minutes.txt`, `${minutes} minutes, ${server.url}\n`);
});

const LOOKS = [
  {
    name: "shipped",
    mainColor: "#1d4c78",
    accentColor: "#c17810",
    typefaces: "besley",
    hasAwning: true,
  },
  {
    name: "pines",
    mainColor: "#1f5f3a",
    accentColor: "#b0551e",
    typefaces: "serif",
    hasAwning: false,
  },
  {
    name: "berry",
    mainColor: "#7a1f4b",
    accentColor: "#a8740f",
    typefaces: "sans",
    hasAwning: true,
  },
];

test("home, town, shop, mail and shared picture in three looks", async ({ page }) => {
  test.slow();
  await mkdir(OUTPUT, { recursive: true });
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
  for (const { name, ...look } of LOOKS) {
    const saved = await page.request.put("/api/admin/site/look", { data: look });
    expect(saved.status()).toBe(200);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [screen, path] of [
        ["home", "/"],
        ["town", "/cities/durham-nc"],
        ["shop", "/coffee-shops/bull-city-beans-durham-nc"],
      ] as const) {
        await page.goto(path);
        await expect(page.locator(".site-name img")).toBeVisible();
        await test.step(`${name}, ${screen}, ${width} px`, () => expectAccessibleInBothModes(page));
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expectNoSidewaysScroll(page);
          await page.screenshot({
            path: `${OUTPUT}/${name}-${screen}-${width}-${colorScheme}.png`,
            animations: "disabled",
          });
        }
      }
    }
    await page.goto("/");
    const picture = await page.locator('meta[property="og:image"]').getAttribute("content");
    const { pathname, search } = new URL(picture ?? "");
    const drawn = await page.request.get(pathname + search);
    expect(drawn.headers()["cache-control"]).toContain("immutable");
    await writeFile(`${OUTPUT}/${name}-shared.png`, await drawn.body());
  }
});

test("times, weeks and distances are written as chosen", async ({ page }) => {
  const answer = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(answer.status()).toBe(200);
  const shop = "/coffee-shops/bull-city-beans-durham-nc";
  await page.goto(shop);
  const hours = page.getByRole("table", { name: /Opening hours/ });
  await expect(hours.getByRole("row").first()).toContainText("Monday");
  await expect(hours).toContainText("7 AM – 5 PM");
  await page.goto("/admin/site/formats");
  await page.getByRole("radio", { name: /^24 hours/ }).check();
  await page.getByRole("radio", { name: "Sunday" }).check();
  await page.getByRole("radio", { name: "Kilometers" }).check();
  await expectAccessible(page);
  await save(page).click();
  await expect(toast(page, "Saved")).toBeVisible();
  await page.goto(shop);
  await expect(hours.getByRole("row").first()).toContainText("Sunday");
  await expect(hours).toContainText("07:00 – 17:00");
  await page.goto("/search?q=27701&radius=25");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("within 40 kilometers of");
  await page.goto("/cities/durham-nc");
  await expect(page.getByRole("main")).not.toContainText(/\d (AM|PM)\b|\bmiles?\b/);
});
