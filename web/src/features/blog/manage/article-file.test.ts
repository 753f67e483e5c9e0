import { expect, it } from "vitest";
import { filledFrom, isMarkdown, slugOf, textOf } from "./article-file.ts";

const EMPTY = { title: "", slug: "", excerpt: "", metaDescription: "", content: "" };

it("takes files of Markdown alone", () => {
  expect(["a.md", "A.MARKDOWN", "b.txt", "md", "c.md.exe"].map(isMarkdown)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it("fills only what is empty", () => {
  const line = "x".repeat(160);
  const filled = filledFrom(EMPTY, "Reading-a-roast-date.md", `# Top\n\n${line}\n`);
  expect(filled.title).toBe("Reading A Roast Date");
  expect(filled.slug).toBe("reading-a-roast-date");
  expect(filled.excerpt).toBe(`${"x".repeat(150)}…`);
  expect(filled.metaDescription).toBe(`${"x".repeat(155)}…`);
  expect(filled.content).toBe(`# Top\n\n${line}\n`);
  const mine = { ...EMPTY, title: "Mine", slug: "mine", excerpt: "E", metaDescription: "M" };
  expect(filledFrom(mine, "other.md", "Words.")).toEqual({ ...mine, content: "Words." });
});

it("reads the head of files for the command line, and leaves alone what is none", () => {
  const text = '---\ntitle: "A: B"\nexcerpt: Short.\n---\n\nWords.';
  const filled = filledFrom(EMPTY, "a.md", text);
  expect([filled.title, filled.excerpt, filled.content]).toEqual(["A: B", "Short.", "Words."]);
  const wrong = "---\nno name here\n---\nWords.";
  expect(filledFrom(EMPTY, "a.md", wrong).content).toBe(wrong);
});

it("reads UTF-8 and UTF-16 and nothing else", () => {
  const utf16 = Uint8Array.from([0xff, 0xfe, 0x63, 0, 0xe9, 0]);
  expect(textOf(utf16)).toBe("cé");
  expect(textOf(new TextEncoder().encode("\ufeffa\r\nb"))).toBe("a\nb");
  expect(textOf(Uint8Array.from([0xc3, 0x28]))).toBeNull();
  expect(textOf(Uint8Array.from([0x50, 0, 0x4b]))).toBeNull();
});

it("makes one slug of a title", () => {
  expect(["Don't   panic -- it's Café!", "---", "☕ & Co", "a".repeat(90)].map(slugOf)).toEqual([
    "dont-panic-its-cafe",
    "",
    "co",
    "a".repeat(80),
  ]);
});

it("takes underscores for spaces, and leaves Markdown's signs out of the excerpt", () => {
  const text = "# Top\n***\n> - **Bold** _words_ with a [link](https://a.example) and `a_b`\n";
  const filled = filledFrom(EMPTY, "my_first_article 2026.md", text);
  expect(filled.slug).toBe("my-first-article-2026");
  expect(filled.excerpt).toBe("Bold words with a link and a_b");
  expect(filled.content).toBe(text);
});
