import { expect, test } from "./fixtures.ts";
import { expectShop, expectTown, hydrated } from "./pages.ts";

test("a town's page comes alive on the server's own elements and asks the API nothing", async ({
  page,
  directory: { town },
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/cities") || pathname.startsWith("/api/coffee-shops"))
      asked.push(pathname);
  });
  // A property set on a server-rendered element survives only if React hydrates that element.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const heading = document.querySelector("h1");
      if (!heading) return;
      Object.assign(heading, { fromServer: true });
      observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`/cities/${town.slug}`);
  await hydrated(page);
  await expectTown(page, town);
  const adopted = await page
    .getByRole("heading", { level: 1 })
    .evaluate((heading) => "fromServer" in heading);
  expect(adopted).toBe(true);
  expect(asked).toEqual([]);
});

test("a shop's page comes alive without a complaint", async ({ page, directory: { shop } }) => {
  await page.goto(`/coffee-shops/${shop.slug}`);
  await hydrated(page);
  await expectShop(page, shop);
});
