// @vitest-environment node
import { describe, expect, it } from "vitest";
import { makeCity, makeShop, onePage, site } from "./support/samples.ts";
import { loadServerBundle } from "./support/server-bundle.ts";

const city = makeCity();
const shop = makeShop();
const answers = {
  "/api/site": site,
  "/api/cities?sort=popular&limit=12": [city],
  "/api/coffee-shops/featured": [shop],
  "/api/coffee-shops/recent": [shop],
  "/api/cities/all": [city],
  "/api/cities/alexandria-la": city,
  "/api/cities/alexandria-la/coffee-shops?page=1&pageSize=48": onePage([shop]),
  "/api/cities/alexandria-la/facts": { openFirst: null, newest: null, neighbours: [] },
  "/api/cities/alexandria-la/local-vibes": [],
  [`/api/coffee-shops/${shop.slug}`]: shop,
  [`/api/coffee-shops/${shop.slug}/local-vibes`]: [],
};
const render = loadServerBundle(answers);

describe("the server bundle", () => {
  it("draws a whole document from the reads of its route", async () => {
    const page = await render("/cities/alexandria-la");
    expect(page.html).toMatch(/^<html lang="en"><head>.*<\/head><body>.*<\/body><\/html>$/s);
    expect(page.html).toContain("<title>Coffee Shops in Alexandria, LA | Townperk</title>");
    expect(page.html).toContain(
      '<link rel="canonical" href="https://townperk.example/cities/alexandria-la"/>',
    );
    expect(page.html).toContain(`href="/coffee-shops/${shop.slug}"`);
    expect(page.asked).toEqual([
      "/api/site",
      "/api/cities/alexandria-la",
      "/api/cities/alexandria-la/coffee-shops?page=1&pageSize=48",
      "/api/cities/alexandria-la/facts",
      "/api/cities/alexandria-la/local-vibes",
    ]);
    expect(page.log).toEqual([]);
  });

  it.each(["/", "/cities", `/coffee-shops/${shop.slug}`])("draws %s", async (path) => {
    const { html, log } = await render(path);
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(log).toEqual([]);
  });

  it("draws the not-found screen of each kind, and asks for nothing but the site", async () => {
    for (const [kind, text] of [
      ["page", "404 Page Not Found"],
      ["city", "City not found. Please check the URL and try again."],
      ["shop", "Coffee shop not found. Please check the URL and try again."],
    ] as const) {
      const page = await render("/404", "", { status: 404, kind });
      expect(page.html).toContain(text);
      expect(page.html).toContain('<meta name="robots" content="noindex"/>');
      expect(page.html).not.toContain('rel="canonical"');
      expect(page.asked).toEqual(["/api/site"]);
    }
  });

  it("leaves nothing of one page in the next", async () => {
    const alone = await loadServerBundle(answers)("/cities");
    await render("/cities/alexandria-la");
    await render("/404", "", { status: 404, kind: "city" });
    expect((await render("/cities")).html).toBe(alone.html);
  });

  it("fails as a whole when a read is missing", async () => {
    await expect(render("/cities/nowhere-tx")).rejects.toThrow("/api/cities/nowhere-tx");
    await expect(render("/nowhere")).rejects.toThrow("no route");
  });

  it("holds to the content security policy", async () => {
    for (const path of ["/", "/cities", "/cities/alexandria-la", `/coffee-shops/${shop.slug}`]) {
      const { html } = await render(path);
      expect(html).not.toMatch(/\sstyle=/);
      expect(html).not.toMatch(/<style[ >]/);
      expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);
      expect(html).not.toMatch(/\son[a-z]+=/);
    }
  });
});
