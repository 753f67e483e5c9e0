// @vitest-environment node
import { expect, it } from "vitest";
import { paths } from "./paths.ts";

it("keeps every address of the product", () => {
  expect([
    paths.home(),
    paths.cities(),
    paths.cities({ filter: "new york", page: 2 }),
    paths.city("alexandria-la"),
    paths.city("alexandria-la", { page: 1 }),
    paths.city("alexandria-la", { page: 3 }),
    paths.shop("a-la"),
    paths.search(),
    paths.search({ q: "a & b", featured: true, openNow: false, lat: null, page: 1 }),
    paths.featured(),
    paths.newest(),
    paths.blog(),
    paths.listShop(),
    paths.listShopBoost(),
    paths.claim("a-la"),
    paths.boost("a-la"),
    paths.manageSubscription(),
    paths.terms(),
    paths.privacy(),
    paths.contact(),
    paths.dataSources(),
    paths.design(),
  ]).toMatchInlineSnapshot(`
    [
      "/",
      "/cities",
      "/cities?filter=new%20york&page=2",
      "/cities/alexandria-la",
      "/cities/alexandria-la",
      "/cities/alexandria-la?page=3",
      "/coffee-shops/a-la",
      "/search",
      "/search?q=a%20%26%20b&featured=true",
      "/search?featured=true",
      "/search?sort=newest",
      "/blog",
      "/list-shop",
      "/list-shop#boost",
      "/claim-business/a-la",
      "/boost-profile/a-la",
      "/manage-subscription",
      "/terms",
      "/privacy",
      "/contact",
      "/data-sources",
      "/design",
    ]
  `);
});
