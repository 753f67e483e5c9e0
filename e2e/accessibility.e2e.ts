import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectAccessibleInBothModes,
  expectFieldsWithoutZoom,
  expectListsTold,
  expectNoSidewaysScroll,
} from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";
import { plainScreens, publicScreens } from "./screens.ts";

const WIDTHS = [320, 1280];

/** Every call and schema on one page: axe needs a minute for each look at it, and more on a busy machine. */
const LONGEST = "API documentation";
/** One of each kind of its parts; the others repeat them. */
const ITS_PARTS = [
  "nav[aria-label='On this page']",
  "article > section:first-of-type > :nth-child(2)",
  "[aria-labelledby=group-data] > :nth-child(2)",
];

/**
 * Runs axe on every public screen, at phone and desktop width, in light and dark mode. On the longest it looks at all of it once, and
 * on a phone at its parts.
 */
test.describe("accessible, light and dark, 320 and 1280 px wide:", () => {
  test.use({ reducedMotion: "reduce" });

  for (const [screen, address] of Object.entries(publicScreens)) {
    test(screen, async ({ page, directory }) => {
      test.slow(screen === LONGEST);
      await page.goto(address(directory));
      await hydrated(page);
      if (screen === LONGEST) {
        await expectAccessible(page);
        await page.setViewportSize({ width: 320, height: 800 });
        await expectNoSidewaysScroll(page);
        for (const part of ITS_PARTS) await expect(page.locator(part)).toBeVisible();
        await expectAccessibleInBothModes(page, ITS_PARTS);
      } else await expectAccessibleEverywhere(page);
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
    await expectListsTold(page);
    await expectFieldsWithoutZoom(page);
    await expectAccessibleInBothModes(page);
  }
}
