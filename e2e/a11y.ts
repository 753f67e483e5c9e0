import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const STANDARDS = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules whose answer depends on the colors. */
const COLOR_RULES = ["color-contrast", "link-in-text-block"];

/** Fails with the name, help text and elements of every axe rule that the screen breaks. */
export async function expectAccessible(page: Page) {
  await expectNoViolations(page, (axe) => axe.withTags(STANDARDS));
}

/**
 * The same in light mode and, for the rules that colors can break, in dark mode; only within what `parts` select if there are
 * any. The page stays in dark mode.
 */
export async function expectAccessibleInBothModes(page: Page, parts: string[] = []) {
  const within = (axe: AxeBuilder) => parts.reduce((all, part) => all.include(part), axe);
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolations(page, (axe) => within(axe).withTags(STANDARDS));
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page, (axe) => within(axe).withRules(COLOR_RULES));
}

async function expectNoViolations(page: Page, choose: (axe: AxeBuilder) => AxeBuilder) {
  // A toast that is still fading in has less contrast than its final state. An animation's own promise may never settle: Chromium
  // leaves those of parts alone that it doesn't draw (`content-visibility`).
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
      .every((one) => one.playState !== "running"),
  );
  // What passes needs no selectors: those are most of the work. A page of its own for the result is only needed by frames.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .setLegacyMode(page.frames().length === 1);
  const { violations } = await choose(axe).analyze();
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

/** Fails when Safari would not tell VoiceOver of a list: it has no marker, is in no `nav`, and doesn't say that it is one. */
export async function expectListsTold(page: Page) {
  const untold = await page.evaluate(() => {
    const hasMarker = (item: Element) => {
      const { display, listStyleType } = getComputedStyle(item);
      return display === "list-item" && listStyleType !== "none";
    };
    return [...document.querySelectorAll("ul, ol, menu")]
      .filter((list) => list.childElementCount > 0 && !list.hasAttribute("role"))
      .filter((list) => !list.closest("nav, [aria-hidden=true]"))
      .filter((list) => ![...list.children].some(hasMarker))
      .map((list) => list.outerHTML.slice(0, 200));
  });
  expect(untold, "lists that Safari tells nobody of").toEqual([]);
}

/** Fails when a phone would zoom into a field, because its letters are smaller than 16 px. */
export async function expectFieldsWithoutZoom(page: Page) {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll("input, select, textarea")]
      .filter((field) => !field.matches("[type=checkbox], [type=radio], [type=hidden]"))
      .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => field.outerHTML.slice(0, 200)),
  );
  expect(small, "fields into which a phone zooms").toEqual([]);
}
