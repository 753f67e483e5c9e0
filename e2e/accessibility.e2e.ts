import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import type { Directory } from "./directory.ts";
import { test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

/** Every screen of the product, by an address that shows it. A new screen gets a line here. */
const screens: Record<string, (directory: Directory) => string> = {
  home: () => "/",
  cities: () => "/cities",
  city: ({ town }) => `/cities/${town.slug}`,
  shop: ({ shop }) => `/coffee-shops/${shop.slug}`,
  "missing page": () => "/no-such-page",
  "missing city": () => "/cities/no-such-town-zz",
  "missing shop": () => "/coffee-shops/no-such-shop-zz",
};

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 1280]) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" });

      for (const [screen, address] of Object.entries(screens)) {
        test(screen, async ({ page, directory }) => {
          await page.goto(address(directory));
          await hydrated(page);
          await expectNoSidewaysScroll(page);
          await expectAccessible(page);
        });
      }
    });
  }
}
