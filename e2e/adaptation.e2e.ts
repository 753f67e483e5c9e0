import type { Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";
import { publicScreens } from "./screens.ts";

/** Screens with distinct layouts, worth testing one by one. */
const screens = Object.entries(publicScreens).filter(([name]) =>
  ["home", "cities", "city", "shop", "search, results", "terms", "API documentation"].includes(
    name,
  ),
);

/** Fails on clipped text: an element with a fixed height or width that hides part of its text. */
async function expectNoTextCut(page: Page) {
  const cut = await page.evaluate(() => {
    const faults: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>("main *, header *, footer *")) {
      const style = getComputedStyle(element);
      const hides = style.overflowX === "hidden" || style.overflowY === "hidden";
      const isClamped = style.webkitLineClamp !== "none"; // the whole text stands on the page it leads to
      const isForReaders = element.offsetWidth <= 1 || style.clipPath !== "none";
      const hidden =
        isForReaders || element.closest("svg, [hidden], .sr-only, [popover]:not(:popover-open)");
      if (!hides || isClamped || hidden || !element.textContent?.trim()) continue;
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
      if (scrollHeight > clientHeight + 2 || scrollWidth > clientWidth + 2)
        faults.push(`${element.className}: ${element.textContent?.slice(0, 60)}`);
    }
    return faults;
  });
  expect(cut, "text that is cut off").toEqual([]);
}

/**
 * WCAG 2.5.8: targets are at least 24 by 24 CSS pixels, or spaced as if they were. Links within a sentence are exempt.
 */
function smallTargets(page: Page) {
  return page.evaluate(() => {
    const targets = [
      ...document.querySelectorAll<HTMLElement>("a[href], button, input, select, summary"),
    ];
    const boxes = targets.flatMap((target) => {
      const box = target.getBoundingClientRect();
      const isShown = box.width > 1 && box.height > 1 && target.checkVisibility();
      // A card's link covers the whole card.
      const area = target.classList.contains("card-link")
        ? (target.closest(".card") ?? target).getBoundingClientRect()
        : (target.closest("label") ?? target).getBoundingClientRect();
      return isShown ? [{ target, area }] : [];
    });
    const isInSentence = (target: HTMLElement) =>
      target.matches("p a, dd a, dt a, li > a") &&
      getComputedStyle(target).display === "inline" &&
      (target.parentElement?.textContent?.trim().length ?? 0) >
        (target.textContent?.trim().length ?? 0);
    const center = ({ area }: { area: DOMRect }) => ({
      x: area.x + area.width / 2,
      y: area.y + area.height / 2,
    });
    const faults: string[] = [];
    for (const one of boxes) {
      if (one.area.width >= 24 && one.area.height >= 24) continue;
      if (isInSentence(one.target)) continue;
      const { x, y } = center(one);
      const crowded = boxes.some((other) => {
        if (other === one) return false;
        const { left, right, top, bottom } = other.area;
        const nearest = {
          x: Math.min(Math.max(x, left), right),
          y: Math.min(Math.max(y, top), bottom),
        };
        return Math.hypot(nearest.x - x, nearest.y - y) < 12;
      });
      if (crowded)
        faults.push(`${one.target.textContent?.trim() || one.target.outerHTML.slice(0, 80)}`);
    }
    return faults;
  });
}

for (const [screen, address] of screens) {
  test(`${screen}: twice the text size and more space between letters lose nothing`, async ({
    page,
    directory,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(address(directory));
    await hydrated(page);
    // Set as the browser's text size, because the page's CSP would block injected style rules.
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    await expectNoSidewaysScroll(page);
    await expectNoTextCut(page);

    await page.setViewportSize({ width: 320, height: 800 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "";
      for (const element of document.querySelectorAll<HTMLElement>("body, body *")) {
        element.style.lineHeight = "1.5";
        element.style.letterSpacing = "0.12em";
        element.style.wordSpacing = "0.16em";
        if (element.matches("p")) element.style.marginBottom = "2em";
      }
    });
    await expectNoSidewaysScroll(page);
    await expectNoTextCut(page);
  });

  test(`${screen}: targets are large enough, and the system's colors and stillness are kept`, async ({
    page,
    directory,
  }) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await page.goto(address(directory));
    await hydrated(page);
    expect(await smallTargets(page)).toEqual([]);
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter((animation) => {
          const duration = animation.effect?.getComputedTiming().duration;
          return typeof duration === "number" && duration > 1;
        }).length,
    );
    expect(moving, "animations although the system asks for none").toBe(0);
    // Buttons keep a border in forced-colors mode.
    const edges = await page.locator("button:visible, .button:visible").evaluateAll((buttons) =>
      buttons
        .filter((button) => button.textContent?.trim())
        .filter((button) => Number.parseFloat(getComputedStyle(button).borderTopWidth) < 1)
        .map((button) => button.outerHTML.slice(0, 100)),
    );
    expect(edges).toEqual([]);
  });
}
