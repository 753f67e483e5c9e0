import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** Fails with the name, help text and elements of every axe rule that the screen breaks. */
export async function expectAccessible(page: Page) {
  // A toast that is still fading in has less contrast than its final state.
  await page.evaluate(async () => {
    const ends = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .map((one) => one.finished.catch(() => undefined));
    await Promise.all(ends);
  });
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARDS).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    rule: `${id}: ${help}`,
    elements: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`),
  }));
  expect(found).toEqual([]);
}

/** Fails when the screen scrolls sideways at its current width. */
export async function expectNoSidewaysScroll(page: Page) {
  const overhang = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overhang, "pixels beyond the screen's right edge").toBeLessThanOrEqual(0);
}
