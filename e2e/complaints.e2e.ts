import { expect, test } from "./fixtures.ts";

// Proves that the other tests would notice: they fail on anything collected here.
test.beforeEach(({ page }) => page.goto("/"));
test.afterEach(({ complaints }) => {
  complaints.heard.length = 0;
});

test("a warning on the console is heard", async ({ page, complaints }) => {
  await page.evaluate(() => console.warn("nearly out of beans"));
  await expect
    .poll(() => complaints.heard)
    .toEqual([expect.stringContaining("console warning: nearly out of beans")]);
});

test("an exception is heard", async ({ page, complaints }) => {
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error("out of beans");
    });
  });
  await expect
    .poll(() => complaints.heard)
    .toEqual([expect.stringContaining("exception: Error: out of beans")]);
});

test("a breach of the security policy is heard, and the script does not run", async ({
  page,
  complaints,
}) => {
  const title = await page.title();
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'ran'";
    document.head.append(script);
  });
  await expect
    .poll(() => complaints.heard)
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining("CSP: script-src-elem blocked inline"),
        expect.stringContaining("Content Security Policy directive"),
      ]),
    );
  await expect(page).toHaveTitle(title);
});

test("a missing part of a page is heard", async ({ page, complaints }) => {
  await page.evaluate(() => fetch("/assets/no-such-file.js"));
  await expect.poll(() => complaints.heard).toEqual([expect.stringContaining("404")]);
});
