// @vitest-environment node
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { answer, cities, shops } from "./support/sample-api.ts";
import { loadServerBundle } from "./support/server-bundle.ts";

const render = loadServerBundle(answer);

/** Every screen, and text that must be on it (spec/visitor.md). */
const SCREENS: [address: string, texts: string[]][] = [
  [
    "/",
    [
      "Great Coffee Lives in Small Towns",
      "Search by City or Town",
      'placeholder="Enter city or town name..."',
      "Popular Coffee Destinations",
      "View all cities →",
      "60 shops · 30 voted · 12 boosted",
      "Featured Coffee Shops",
      "Premium listings from exceptional independent coffee shops",
      "Get Your Coffee Shop Discovered",
      "List Your Shop Free",
      "Boost Profile - From $5/mo",
      'href="/list-shop#boost"',
      "More Visibility",
      "24/7 Online Presence",
      "Louisiana and beyond",
      "Recently Added",
      "Stay Connected to Local Coffee Culture",
    ],
  ],
  ["/cities", ["Browse Cities", "Truth or Consequences, NM"]],
  ["/cities?filter=zzz", ["No cities found"]],
  [
    "/cities/alexandria-la",
    [
      "Coffee Shops in Alexandria, LA",
      "Discover independent coffee shops in this charming location",
      "Alexandria's Independent Coffee Culture",
      "Local Stories from Alexandria",
      "Local Story",
      "Authentic stories shared by locals and coffee shop owners in Alexandria",
      'href="/search?featured=true"',
      'href="/blog"',
      'href="/cities/alexandria-la?page=2"',
    ],
  ],
  [
    "/cities/alexandria-la?page=2",
    ["Coffee Shops in Alexandria, LA", 'href="/cities/alexandria-la"'],
  ],
  [
    "/cities/alexandria-la/best-breakfast",
    [
      "Best Breakfast Spots in Alexandria, LA",
      "Best Breakfast Near Alexandria, LA",
      "premium local favorites",
      "Featured local favorites",
      "Featured Premium Locations",
      "Paid placement",
      "Top Community Rated",
      "#1<",
      "#10<",
      "Best Coffee in Alexandria",
      "All Alexandria Shops",
      "View Details",
      "Own a Coffee Shop in Alexandria?",
      "List Your Coffee Shop",
      'href="/how-we-rank"',
    ],
  ],
  [
    "/cities/hammond-la/best-coffee",
    [
      "Best Coffee Shops in Hammond, LA",
      "Our top 9 community-rated coffee destinations",
      "Highest-rated community picks",
      "Best Breakfast in Hammond",
    ],
  ],
  [
    "/cities/winona-mn/best-coffee",
    ["Best Coffee Shops in Winona, MN", "No coffee shops found in this city yet. Be the first to"],
  ],
  [
    "/how-fresh",
    [
      "How Fresh the Hours Are",
      "95% or more",
      'aria-label="5 of 5 stars"',
      "63 of 127 shops, 49%, had their hours confirmed within a year.",
      'href="/how-fresh?state=LA"',
      'href="/cities/alexandria-la"',
    ],
  ],
  ["/how-fresh?state=LA", ["Towns in Louisiana", "Coffee towns in Louisiana"]],
  ["/how-we-rank", ["How We Rank", "m = 4.412, from 48,211 ratings", "200 ratings of 4.6"]],
  ["/cities/winona-mn", ["No coffee shops found in this city yet. Be the first to"]],
  [
    "/coffee-shops/second-story-coffee-alexandria-la",
    [
      "Featured",
      "Verified Owner",
      "Boost This Shop",
      "Boost This Profile",
      "Contact &amp; Hours",
      "Buy Our Beans",
      'href="https://store.example/beans"',
      "The Back Room Store",
      "Local Town Story",
    ],
  ],
  ["/coffee-shops/corner-perk-alexandria-la", ["Claim This Business"]],
  ["/search", ["Search Coffee Shops", "How to Search"]],
  ["/search?q=alex", ["Coffee Shops for “alex”", "60 Coffee Shops"]],
  ["/search?q=wifi", ["Filters from your text", 'href="/search"', "WiFi"]],
  [
    "/search?q=zzz",
    ["No coffee shops found", "Alexandria LA", "Hammond LA", "Monroe LA", "Lake Charles LA"],
  ],
  ["/search?featured=true", ["Featured Shops"]],
  ["/search?sort=newest", ["Recent Additions"]],
  [
    "/blog",
    [
      "Coffee Shop Tips",
      "The Ingredient Nobody Buys Is Water",
      "Feb 28, 2026",
      "1 min read",
      "1,234 views",
      "All articles",
      'href="/blog/category/brewing"',
      'href="/blog/tag/small-towns"',
      'href="/blog?page=2"',
      'href="/list-shop"',
      'type="application/atom+xml"',
      'href="/blog/feed.atom"',
    ],
  ],
  ["/blog?page=2", ["Coffee Shop Tips, page 2", "The Last Cup of the Day", 'href="/blog"']],
  [
    "/blog/the-ingredient-nobody-buys-is-water",
    [
      "February 28, 2026",
      "March 1, 2026",
      "Ann Lee",
      "In This Article",
      'href="#part-salt"',
      'property="article:published_time" content="2026-02-28T11:00:00Z"',
      'property="og:image" content="https://townperk.example/social/blog/the-ingredient-nobody-buys-is-water.png?v=1"',
      'href="/blog/why-small-town-shops-open-at-5-30"',
      "Keep Reading",
      "Subscribe",
      'href="/list-shop"',
    ],
  ],
  ["/blog/the-last-cup-of-the-day", ["The Last Cup of the Day", "Next article"]],
  ["/blog/category/brewing", ["Brewing at Home", "Grinders, kettles, water and small habits."]],
  ["/blog/category/gear", ["Gear", "No articles yet"]],
  ["/blog/tag/cold-brew", ["Articles tagged “Cold Brew”", "6 articles"]],
  [
    "/list-shop",
    [
      "List Your Coffee Shop",
      "List Coffee Shop (Free)",
      "Basic profile page",
      "Contact information display",
      "Hours and location",
      "Priority placement in search results",
      'id="boost"',
      "This form needs JavaScript",
      'autoComplete="section-shop organization"',
    ],
  ],
  [
    "/claim-business/corner-perk-alexandria-la",
    ["Claim This Business", "Corner Perk", "Alexandria, LA", "Business description", "noindex"],
  ],
  [
    "/claim-business/second-story-coffee-alexandria-la",
    ["This business has already been claimed. If you believe this is an error, please"],
  ],
  [
    "/boost-profile/corner-perk-alexandria-la",
    [
      "Boost Corner Perk",
      "Featured badge and golden highlighting",
      "Priority placement in search results",
      "Increased visibility",
      "Buy Our Beans",
      "More profile views",
      "Payments are processed by Stripe.",
      "How long does a boost last?",
      "When will I see results?",
      "How do I cancel?",
      "noindex",
    ],
  ],
  [
    "/manage-subscription",
    ["Manage Subscription", "Check Subscriptions", "This form needs JavaScript", "noindex"],
  ],
  ["/terms", ["Terms of Service", "Last updated: November 22, 2026", "Back to the homepage"]],
  ["/privacy", ["Privacy Policy"]],
  ["/imprint", ["Imprint"]],
  ["/contact", ["mailto:help@townperk.example", "Take something down", "Send the request"]],
  ["/passport", ["Your coffee passport", "It stays on this device", "needs JavaScript"]],
  ["/data-sources", ["OpenStreetMap contributors"]],
];

const draw = (address: string) => {
  const [path = "/", query] = address.split("?");
  return render(path, query ? `?${query}` : "");
};

/** Joins text that React writes in pieces. */
const joined = (html: string) => html.replaceAll("<!-- -->", "").replaceAll("&#x27;", "'");

describe.each(SCREENS)("%s", (address, texts) => {
  it("is a whole document with its texts", async () => {
    const { html, log } = await draw(address);
    expect(html).toMatch(/^<html lang="en"><head>.*<\/head><body>.*<\/body><\/html>$/s);
    for (const text of texts) expect(joined(html)).toContain(text);
    expect(log).toEqual([]);
  });

  it("has one title, one description, one heading of the first rank, and no empty links", async () => {
    const { html } = await draw(address);
    const count = (pattern: RegExp) => html.match(pattern)?.length ?? 0;
    expect(count(/<title>/g)).toBe(1);
    expect(count(/<meta name="description"/g)).toBe(1);
    expect(count(/<h1[ >]/g)).toBe(1);
    expect(count(/<main[ >]/g)).toBe(1);
    expect(html).not.toMatch(/href="(undefined|null|)"/);
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
  });

  it("keeps to the content security policy", async () => {
    const { html } = await draw(address);
    expect(html).not.toMatch(/\sstyle=/);
    expect(html).not.toMatch(/<style[ >]/);
    expect(html).not.toMatch(/<script(?! type="application\/ld\+json")/);
    expect(html).not.toMatch(/\son[a-z]+=/);
    expect(html).not.toMatch(/href="javascript:/);
  });

  it("draws the same bytes each time, whatever was drawn before", async () => {
    const first = (await draw(address)).html;
    await draw("/search?q=bluebird");
    expect((await draw(address)).html).toBe(first);
    expect((await loadServerBundle(answer)(...splitAddress(address))).html).toBe(first);
  });
});

function splitAddress(address: string): [string, string] {
  const [path = "/", query] = address.split("?");
  return [path, query ? `?${query}` : ""];
}

describe("the head", () => {
  it("is unique on every page that search engines keep", async () => {
    const kept = SCREENS.map(([address]) => address).filter(
      (address) => !/search|filter|claim|boost|manage|winona|passport|gear|\/tag\//.test(address),
    );
    const pages = await Promise.all(kept.map(draw));
    const titles = pages.map(({ html }) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
    const descriptions = pages.map(
      ({ html }) => /name="description" content="(.*?)"/.exec(html)?.[1],
    );
    const canonicals = pages.map(({ html }) => /rel="canonical" href="(.*?)"/.exec(html)?.[1]);
    expect(new Set(titles).size).toBe(kept.length);
    expect(new Set(descriptions).size).toBe(kept.length);
    expect(canonicals).toEqual(kept.map((address) => `https://townperk.example${address}`));
  });

  it("keeps searches, filtered lists and empty towns out of search engines", async () => {
    for (const address of [
      "/search",
      "/search?q=alex",
      "/cities?filter=la",
      "/cities/winona-mn",
      "/blog/category/gear",
      "/blog/tag/cold-brew",
    ]) {
      expect((await draw(address)).html).toContain(
        '<meta name="robots" content="noindex,follow"/>',
      );
    }
    expect((await draw("/cities/alexandria-la")).html).not.toContain('name="robots"');
    expect((await draw("/passport")).html).toContain('<meta name="robots" content="noindex"/>');
  });

  it("describes at most 20 shops of a town, in their visible order", async () => {
    const { html } = await draw("/cities/alexandria-la");
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
    const collection = blocks
      .map(([, text]) => JSON.parse(text ?? ""))
      .find((data) => data["@type"] === "CollectionPage");
    const names = collection.mainEntity.itemListElement.map(
      ({ item }: { item: { name: string } }) => item.name,
    );
    const town = cities[0]?.id;
    expect(names).toEqual(
      shops
        .filter(({ cityId }) => cityId === town)
        .slice(0, 20)
        .map(({ name }) => name),
    );
  });
});

describe("the structured data of the blog", () => {
  const dataOf = async (address: string) => {
    const { html } = await draw(address);
    const blocks = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
    return [...blocks].map(([, text]) => JSON.parse(text ?? ""));
  };

  it("names an article, its author, its times and its pictures", async () => {
    const [trail, article] = await dataOf("/blog/the-ingredient-nobody-buys-is-water");
    expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
      "Home",
      "Coffee Shop Tips",
      "Brewing at Home",
      "The Ingredient Nobody Buys Is Water",
    ]);
    expect(article).toMatchObject({
      "@type": "BlogPosting",
      headline: "The Ingredient Nobody Buys Is Water",
      datePublished: "2026-02-28T11:00:00Z",
      dateModified: "2026-03-01T11:00:00Z",
      author: { "@type": "Person", name: "Ann Lee", url: "https://townperk.example/blog" },
      publisher: { "@type": "Organization", name: "Townperk" },
      articleSection: "Brewing at Home",
      keywords: "small towns",
    });
    expect(article.image).toHaveLength(3);
  });

  it("takes the site for the author of what nobody signed", async () => {
    const [, article] = await dataOf("/blog/the-last-cup-of-the-day");
    expect(article.author).toMatchObject({ "@type": "Organization", name: "Townperk" });
  });

  it("lists the articles of a page in their visible order", async () => {
    const [, blog] = await dataOf("/blog");
    expect(blog["@type"]).toBe("Blog");
    expect(blog.blogPost).toHaveLength(10);
    const [, category] = await dataOf("/blog/category/towns");
    const [first] = category.mainEntity.itemListElement;
    expect(first).toMatchObject({ position: 1, name: "Why Small-Town Shops Open at 5:30" });
  });
});

describe("what is not there", () => {
  it.each([
    ["page", "404 Page Not Found"],
    ["city", "City not found. Please check the URL and try again."],
    ["breakfast", "We couldn&#x27;t find breakfast spots for this location."],
    ["coffee", "We couldn&#x27;t find coffee spots for this location."],
    ["shop", "Coffee shop not found. Please check the URL and try again."],
    ["article", "Article Not Found"],
    ["category", "Category Not Found"],
    ["tag", "Tag Not Found"],
  ] as const)(
    "has a screen of its own for a missing %s, which asks for nothing but the site",
    async (kind, text) => {
      const page = await render("/404", "", { status: 404, kind });
      expect(page.html).toContain(text);
      expect(page.html).toContain('<meta name="robots" content="noindex"/>');
      expect(page.html).not.toContain('rel="canonical"');
      expect(page.asked).toEqual(["/api/site"]);
    },
  );

  it("says that a removed shop was removed", async () => {
    const { html } = await render("/404", "", { status: 410, kind: "shop" });
    expect(html).toContain("This listing has been removed.");
  });

  it("fails as a whole when a read or a route is missing", async () => {
    await expect(render("/cities/nowhere-tx")).rejects.toThrow(
      "nothing answers /api/cities/nowhere-tx",
    );
    await expect(render("/nowhere")).rejects.toThrow("no route");
  });
});

describe("routes.json", () => {
  const { routes } = JSON.parse(
    readFileSync(new URL("../dist/routes.json", import.meta.url), "utf8"),
  );
  const manifest = JSON.parse(
    readFileSync(new URL("../dist/client/.vite/manifest.json", import.meta.url), "utf8"),
  );

  it("names a chunk for every screen, and the site among every page's reads", () => {
    for (const { module, reads, cache } of routes) {
      expect(manifest[module], module).toMatchObject({ isDynamicEntry: true });
      if (cache !== "shell") expect(reads[0]).toBe("/api/site");
    }
  });

  it("leaves screens of the browser alone to the browser", async () => {
    const shells = routes.filter(({ cache }: { cache: string }) => cache === "shell");
    expect(shells.map(({ name }: { name: string }) => name)).toContain("design");
    for (const { pattern, reads, query } of shells) {
      expect({ reads, query }).toEqual({ reads: [], query: {} });
      await expect(render(pattern)).rejects.toThrow("no route");
    }
  });

  it("lists every read that a page makes", async () => {
    const { asked } = await draw("/search?q=alex&openNow=true&utm_source=x");
    expect(asked).toEqual(["/api/site", "/api/search?pageSize=24&q=alex&openNow=true"]);
    expect((await draw("/blog/category/brewing")).asked).toEqual([
      "/api/site",
      "/api/blog/categories/brewing",
      "/api/blog/articles?category=brewing&page=1&pageSize=10",
      "/api/blog/categories",
      "/api/blog/tags",
    ]);
    expect((await draw("/cities/hammond-la?page=2")).asked).toEqual([
      "/api/site",
      "/api/cities/hammond-la",
      "/api/cities/hammond-la/coffee-shops?page=2&pageSize=48",
      "/api/cities/hammond-la/facts",
      "/api/cities/hammond-la/local-vibes",
    ]);
  });
});
