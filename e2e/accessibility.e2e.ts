import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";
import { plainScreens, publicScreens } from "./screens.ts";

/** Runs axe on every public screen, in light and dark mode, at phone and desktop width. */
for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [320, 1280]) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 }, reducedMotion: "reduce" });

      for (const [screen, address] of Object.entries(publicScreens)) {
        test(screen, async ({ page, directory }) => {
          // Every call and schema on one page: axe needs a minute for it, and more on a busy machine.
          test.slow(screen === "API documentation");
          await page.goto(address(directory));
          await hydrated(page);
          await expectNoSidewaysScroll(page);
          await expectAccessible(page);
        });
      }

      for (const [screen, address] of Object.entries(plainScreens)) {
        test(screen, async ({ page }) => {
          await page.goto(address());
          await expectNoSidewaysScroll(page);
          await expectAccessible(page);
        });
      }
    });
  }
}
