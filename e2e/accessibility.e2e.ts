import type { Page } from "@playwright/test";
import { expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";
import { plainScreens, publicScreens } from "./screens.ts";

const WIDTHS = [320, 1280];

/** Runs axe on every public screen, at phone and desktop width, in light and dark mode. */
test.describe("accessible, light and dark, 320 and 1280 px wide:", () => {
  test.use({ reducedMotion: "reduce" });

  for (const [screen, address] of Object.entries(publicScreens)) {
    test(screen, async ({ page, directory }) => {
      // Every call and schema on one page: axe needs a minute for it, and more on a busy machine.
      test.slow(screen === "API documentation");
      await page.goto(address(directory));
      await hydrated(page);
      await expectAccessibleEverywhere(page);
    });
  }

  for (const [screen, address] of Object.entries(plainScreens)) {
    test(screen, async ({ page }) => {
      await page.goto(address());
      await expectAccessibleEverywhere(page);
    });
  }
});

/** The page stays loaded: its layout and its colors are a matter of its style sheet alone. */
async function expectAccessibleEverywhere(page: Page) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await expectAccessibleInBothModes(page);
  }
}
