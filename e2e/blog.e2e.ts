import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import type { Article } from "./directory.ts";
import { expect, test } from "./fixtures.ts";
import { countDocuments, hydrated } from "./pages.ts";
import { startServer } from "./server.ts";
import { scheduledArticles } from "./waiting.ts";

const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** The link of an article's card, found by its heading. */
const cardOf = (page: Page, { title }: Pick<Article, "title">) =>
  page.getByRole("main").getByRole("heading", { name: title, exact: true }).getByRole("link");

test("from the bar to an article, its category, its neighbors, and back", async ({
  page,
  directory: { articles },
}) => {
  const views: unknown[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/analytics/track")) views.push(request.postDataJSON());
  });
  await page.goto("/");
  await hydrated(page);
  const counter = countDocuments(page);
  await page.getByRole("banner").getByRole("link", { name: "Coffee Shop Tips" }).click();
  await expect(page).toHaveURL("/blog");
  await expect(heading(page)).toHaveText("Coffee Shop Tips");
  await expect(page).toHaveTitle(/^Coffee Shop Tips \| /);
  for (const article of articles.slice(0, 10)) await expect(cardOf(page, article)).toBeVisible();

  const [, second, third] = articles;
  if (!second?.category || !third) throw new Error("the demo has three articles in categories");
  await page
    .getByRole("navigation", { name: "Categories" })
    .getByRole("link", { name: new RegExp(`^${second.category.name}`) })
    .click();
  await expect(page).toHaveURL(`/blog/category/${second.category.slug}`);
  await expect(heading(page)).toHaveText(second.category.name);
  await cardOf(page, second).click();
  await expect(page).toHaveURL(`/blog/${second.slug}`);
  await expect(heading(page)).toHaveText(second.title);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  await page
    .getByRole("navigation", { name: "Previous and next article" })
    .getByRole("link", { name: third.title })
    .click();
  await expect(heading(page)).toHaveText(third.title);
  await page.goBack();
  await expect(heading(page)).toHaveText(second.title);
  await page.goBack();
  await expect(heading(page)).toHaveText(second.category.name);
  expect(counter.documents, "documents loaded on the way").toBe(0);
  expect(views).toContainEqual({
    eventType: "page_view",
    page: `/blog/${third.slug}`,
    articleId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

test("an article says when, by whom and about what", async ({
  page,
  baseURL,
  directory: { article },
}) => {
  await page.goto(`/blog/${article.slug}`);
  await hydrated(page);
  // `MMM d, yyyy` in lists, `MMMM d, yyyy` here.
  const [month = "", rest = ""] = article.publishedLabel.split(/ (.*)/);
  await expect(page.locator("time").first()).toHaveText(new RegExp(`^${month}[a-z]* ${rest}$`));
  await expect(page.getByText(/^By /)).toBeVisible();
  await expect(page.getByText(/^\d+ min read$/).first()).toBeVisible();
  for (const { name } of article.tags)
    await expect(
      page.getByRole("list", { name: "Tags" }).getByRole("link", { name, exact: true }),
    ).toBeVisible();
  const content = (name: string) => page.locator(`meta[property="${name}"]`).first();
  await expect(content("og:type")).toHaveAttribute("content", "article");
  await expect(content("article:published_time")).toHaveAttribute("content", /Z$/);
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
    "href",
    `${baseURL}/blog/${article.slug}`,
  );
  await expect(page.locator('link[href="/blog/feed.atom"]')).toHaveAttribute(
    "type",
    "application/atom+xml",
  );
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("links alone lead from the list to an article, by category and by tag", async ({
    page,
    directory: { article },
  }) => {
    await page.goto("/blog");
    await cardOf(page, article).click();
    await expect(heading(page)).toHaveText(article.title);
    const tag = article.tags[0]?.name ?? "";
    await page.getByRole("list", { name: "Tags" }).getByRole("link", { name: tag }).click();
    await expect(heading(page)).toHaveText(`Articles tagged “${tag}”`);
    await expect(cardOf(page, article)).toBeVisible();
    await page
      .getByRole("navigation", { name: "Categories" })
      .getByRole("link", { name: new RegExp(`^${article.category?.name}`) })
      .click();
    await expect(heading(page)).toHaveText(article.category?.name ?? "");
    await expect(cardOf(page, article)).toBeVisible();
  });

  for (const [path, text] of [
    ["/blog/no-such-article-zz", "Article Not Found"],
    ["/blog/category/no-such-category-zz", "Category Not Found"],
    ["/blog/tag/no-such-tag-zz", "Tag Not Found"],
  ] as const) {
    test(`${path} is a 404 that says so`, async ({ page }) => {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      await expect(heading(page)).toHaveText(text);
    });
  }
});

test("a reader with a keyboard opens an article, follows its contents, and goes on", async ({
  page,
  directory: { article },
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/blog");
  await hydrated(page);
  await cardOf(page, article).focus();
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText(article.title);
  const contents = page.getByRole("navigation", { name: "In This Article" }).getByRole("link");
  const last = contents.last();
  const name = (await last.textContent()) ?? "";
  await last.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/#part-/);
  const part = page.getByRole("heading", { name, exact: true });
  await expect(part).toBeInViewport();
  const bar = await page.getByRole("banner").evaluate((one) => one.getBoundingClientRect().bottom);
  const { y = 0 } = (await part.boundingBox()) ?? {};
  expect(y, "the heading is not behind the bar").toBeGreaterThanOrEqual(bar);
});

test("a scheduled article is nowhere until its time", async ({ request, server }) => {
  const scheduled = await scheduledArticles(server);
  expect(scheduled.length).toBeGreaterThan(0);
  for (const slug of scheduled) {
    expect((await request.get(`/blog/${slug}`)).status()).toBe(404);
    expect((await request.get(`/api/blog/articles/${slug}`)).status()).toBe(404);
    for (const list of ["/blog", "/api/blog/articles", "/blog/feed.atom", "/sitemap.xml"]) {
      const answer = await request.get(list);
      expect(answer.status(), list).toBe(200);
      expect(await answer.text(), list).not.toContain(slug);
    }
  }
});

const EVERYTHING = `Words with *weight*, **more weight**, ~~less~~, \`code\` and a [link](https://example.org/).

## A list and a table

- one
  - within one
- two

| Grind | Time in the pot before it is pressed | Ratio of coffee to water | Said of it afterwards |
|---|---|---|---|
| coarse | 4:00 | 1:16 | round |
| fine | 0:30 | 1:2 | bright |

### Below it

> Somebody said this.

## Code & rules

\`\`\`
water = 300 # a line that is longer than a phone is wide, so that it has to be scrolled sideways
\`\`\`

---

## The end

1. first
2. second
`;

test.describe("a blog with more than one page", () => {
  test.setTimeout(120_000);

  test("is paged by links, and its articles hold every element, readable at any width", async ({
    browser,
    page,
  }) => {
    const server = await startServer();
    const folder = await mkdtemp(join(tmpdir(), "townperk-articles-"));
    try {
      for (let number = 1; number <= 12; number += 1) {
        const day = String(number).padStart(2, "0");
        const head = `---\ntitle: Notes No. ${number}\nexcerpt: The notes of day ${number}.\ntags: notes\npublished: 2025-01-${day}T12:00:00Z\n---\n`;
        await writeFile(join(folder, `notes-${number}.md`), head + EVERYTHING);
      }
      expect(await server.townperk("blog", "import", folder)).toContain("12 added");

      const context = await browser.newContext({ baseURL: server.url, javaScriptEnabled: false });
      const plain = await context.newPage();
      await expect(async () => {
        await plain.goto("/blog");
        await expect(plain.getByRole("navigation", { name: "Pages of articles" })).toBeVisible();
      }).toPass();
      const next = plain.getByRole("link", { name: "Next", exact: true });
      let number = 1;
      for (; await next.isVisible(); number += 1) {
        await next.click();
        await expect(plain).toHaveURL(`/blog?page=${number + 1}`);
        await expect(plain).toHaveTitle(new RegExp(`^Coffee Shop Tips, page ${number + 1} \\| `));
      }
      expect(number).toBeGreaterThan(1);
      await expect(cardOf(plain, { title: "Notes No. 1" })).toBeVisible();
      await plain.getByRole("link", { name: "Page 1", exact: true }).click();
      await expect(plain).toHaveURL("/blog");
      await context.close();

      await page.emulateMedia({ reducedMotion: "reduce" });
      for (const width of [320, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${server.url}/blog/notes-5`);
        await hydrated(page);
        await expect(page.locator(".article-text").getByRole("table")).toBeVisible();
        await expectNoSidewaysScroll(page);
        await expectAccessibleInBothModes(page);
      }
      const text = page.locator(".article-text");
      await expect(text.getByRole("heading", { level: 3, name: "Below it" })).toBeVisible();
      await expect(text.getByRole("link", { name: "link" })).toHaveAttribute("rel", /noopener/);
      const measure = await text.locator("p").first().evaluate(charactersInALine);
      expect(measure).toBeGreaterThanOrEqual(60);
      expect(measure).toBeLessThanOrEqual(70);
    } finally {
      await rm(folder, { recursive: true, force: true });
      await server.stop();
    }
  });
});

/** Roughly how many characters a full line of this paragraph holds. Runs in the browser. */
function charactersInALine(paragraph: Element) {
  const probe = document.createElement("span");
  const sample = "The lights are on before the street is, and the first who come in know it. ";
  probe.textContent = sample;
  probe.style.whiteSpace = "nowrap";
  paragraph.append(probe);
  const width = probe.getBoundingClientRect().width;
  probe.remove();
  return (paragraph.getBoundingClientRect().width / width) * sample.length;
}

test("an article prints as text, without what only a screen needs", async ({
  page,
  directory: { article },
}) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.goto(`/blog/${article.slug}`);
  await hydrated(page);
  await expect(heading(page)).toHaveText(article.title);
  for (const role of ["banner", "contentinfo", "navigation", "button"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  await expect(page.locator(".article-text")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Keep Reading" })).toHaveCount(0);
});
