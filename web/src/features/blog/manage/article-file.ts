/** Importing Markdown files into the editor. */

/** The fields that a file can fill in. */
export interface Fillable {
  title: string;
  slug: string;
  excerpt: string;
  metaDescription: string;
  content: string;
}

const EXCERPT_CUT = 150;
const META_CUT = 155;
/** The server's maximum. */
export const MAX_BYTES = 256 * 1024;
const LONGEST_SLUG = 80;

/** Whether this is a Markdown file, by its name. */
export const isMarkdown = (name: string) => /\.(md|markdown)$/i.test(name);

/** A file's text, in UTF-8 or, with a byte order mark, UTF-16; `null` if it isn't text. */
export function textOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? "utf-16le"
      : first === 0xfe && second === 0xff
        ? "utf-16be"
        : "utf-8";
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text.replace(/\r\n?/g, "\n");
  } catch {
    return null;
  }
}

/**
 * The fields after importing a file: the text is the file's, and other fields are filled in only if they are empty.
 * Front matter between `---` lines, as for `townperk blog import`, takes precedence over the file's name.
 */
export function filledFrom(fields: Fillable, fileName: string, text: string): Fillable {
  const { head, content } = parted(text);
  const name = fileName.replace(/\.(md|markdown)$/i, "");
  const line = firstLine(content);
  const or = (present: string, filled: string) => (present.trim() === "" ? filled : present);
  return {
    content,
    title: or(fields.title, head.title ?? titleOfName(name)),
    slug: or(fields.slug, slugOf(name.toLowerCase())),
    excerpt: or(fields.excerpt, head.excerpt ?? cut(line, EXCERPT_CUT)),
    metaDescription: or(fields.metaDescription, head.description ?? cut(line, META_CUT)),
  };
}

/** Hyphens become spaces, and each word is capitalized. */
const titleOfName = (name: string) =>
  name
    .replace(/[-_]+/g, " ")
    .trim()
    .replace(/(^|\s)\S/g, (letter) => letter.toUpperCase());

/** The slug of a title: lower case, without anything but letters and digits, with single hyphens for spaces. Underscores count as spaces. */
export function slugOf(title: string): string {
  const plain = title.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9\s_-]/g, "")
    .trim()
    .replace(/[\s_-]+/g, "-")
    .slice(0, LONGEST_SLUG)
    .replace(/^-|-$/g, "");
}

/** The first line that is neither a heading nor a picture, without Markdown's signs. */
function firstLine(content: string): string {
  const lines = content.split("\n").map((line) => line.trim());
  const words = lines.filter((line) => !/^(#|!\[)/.test(line)).map(plainText);
  return words.find((line) => line !== "") ?? "";
}

/** A line's words without Markdown's signs. */
const plainText = (line: string) =>
  line
    .replace(/^([-*_]\s*){3,}$/, "")
    .replace(/^(>\s*|[-*+]\s+|\d+[.)]\s+)+/, "")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`)/g, "")
    .replace(/(^|[^\w*])[*_](\S(?:.*?\S)?)[*_](?!\w)/g, "$1$2")
    .trim();

function cut(line: string, length: number): string {
  const letters = [...line];
  return letters.length > length ? `${letters.slice(0, length).join("")}…` : line;
}

/** Splits front matter and text. Invalid front matter stays part of the text. */
function parted(text: string): { head: Record<string, string | undefined>; content: string } {
  const [, lines, content] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];
  const pairs = (lines ?? "").split("\n").filter((line) => line.trim() !== "");
  const isHead = pairs.length > 0 && pairs.every((line) => /^[\w-]+:/.test(line));
  if (content === undefined || !isHead) return { head: {}, content: text };
  const named = pairs.map((line) => {
    const [name = "", ...value] = line.split(":");
    return [
      name.trim(),
      value
        .join(":")
        .trim()
        .replace(/^(["'])(.*)\1$/, "$2") || undefined,
    ];
  });
  return { head: Object.fromEntries(named), content: content.trimStart() };
}
