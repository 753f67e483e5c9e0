import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A mail as the server wrote it to its folder. */
export interface Mail {
  to: string;
  subject: string;
  /** The plain-text part. */
  text: string;
  html: string;
}

/** All mails to `address` so far, newest first. */
export async function mailsTo(folder: string, address: string): Promise<Mail[]> {
  const files = await readdir(folder).catch(() => []);
  const names = files.filter((name) => /^\d.*\.eml$/.test(name)).sort();
  const mails = names
    .reverse()
    .map(async (name) => parse(await readFile(join(folder, name), "utf8")));
  return (await Promise.all(mails)).filter(({ to }) => to === address);
}

/**
 * Waits for the newest mail to `address` that contains these words, also past the 30 seconds that a decision's mail is
 * held where TOWNPERK_DECISION_MAIL_SECONDS isn't set. With `known`, waits for one more than that many.
 */
export async function mailTo(
  folder: string,
  address: string,
  known = 0,
  words = "",
): Promise<Mail> {
  for (const deadline = Date.now() + 45_000; Date.now() < deadline; await sleep(100)) {
    const mails = await mailsTo(folder, address);
    const [newest, ...others] = mails.filter(({ text }) => text.includes(words));
    if (newest && others.length >= known) return newest;
  }
  throw new Error(`no mail to ${address} in ${folder}`);
}

/** The path of the address in the mail's text that begins with `path`. */
export function linkIn({ text }: Mail, path: string): string {
  const address = text.split(/\s+/).find((word) => word.includes(path));
  if (!address) throw new Error(`no link to ${path} in:\n${text}`);
  const { pathname, search, hash } = new URL(address);
  return pathname + search + hash;
}

/** The six-digit code in a mail. */
export function codeIn({ subject, text }: Mail): string {
  const code = /\b\d{6}\b/.exec(`${subject}\n${text}`)?.[0];
  if (!code) throw new Error(`no code in:\n${subject}\n${text}`);
  return code;
}

function parse(mail: string): Mail {
  const [head = "", ...rest] = mail.split("\r\n\r\n");
  const body = rest.join("\r\n\r\n");
  const header = (text: string, name: string) =>
    new RegExp(`^${name}: *(.*(?:\r\n[ \t].*)*)`, "im")
      .exec(text)?.[1]
      ?.replace(/\r\n[ \t]/g, " ") ?? "";
  const boundary = /boundary="?([^";\r\n]+)/.exec(header(head, "Content-Type"))?.[1] ?? "";
  const parts = body.split(`--${boundary}`).map((part) => {
    const [partHead = "", ...partBody] = part.split("\r\n\r\n");
    const encoding = header(partHead, "Content-Transfer-Encoding").trim();
    const type = header(partHead, "Content-Type");
    return { type, content: decode(partBody.join("\r\n\r\n"), encoding) };
  });
  const of = (type: string) => parts.find((part) => part.type.startsWith(type))?.content ?? "";
  return {
    to: header(head, "To"),
    subject: header(head, "Subject"),
    text: of("text/plain"),
    html: of("text/html"),
  };
}

function decode(content: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(content, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return content;
  const bytes = content
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
