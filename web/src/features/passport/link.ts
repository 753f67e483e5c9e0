import type { KeptShop, Passport } from "../../lib/passport.ts";

/**
 * A passport in the URL fragment, which browsers never send to a server. Each shop takes 18 bytes: its ID (16), and a
 * number (2) whose highest bit means saved and whose other bits are the day of the visit. A 3-byte checksum at the end
 * detects truncated links. As base64url, that is 24 characters per shop.
 */

/** A shop in a link. */
export type LinkedShop = Pick<KeptShop, "id" | "saved" | "visited">;

/** Maximum shops per link, because programs truncate longer URLs. */
export const MAX_IN_LINK = 300;
/** Maximum shops per QR code, because denser ones can't be scanned from a phone's screen. */
export const MAX_IN_CODE = 32;

const PREFIX = "#add=1.";
const SHOP = 18;
const CHECK = 3;
const SAVED = 0x8000;
/** Visited on an unknown day. Higher numbers are dates. */
const SOME_DAY = 1;
const MILLIS_OF_DAY = 86_400_000;
/** The day before the first date that a link can contain. */
const BEFORE_FIRST = Date.UTC(2000, 0, 1) / MILLIS_OF_DAY - 2;

/** Whether a URL's fragment claims to be a passport, valid or not. */
export const isPassportLink = (fragment: string) => fragment.startsWith("#add=");

/** The fragment with the passport's first shops. Notes stay on the device. */
export function writeLink(passport: Passport): string {
  const shops = passport.slice(0, MAX_IN_LINK);
  const bytes = new Uint8Array(shops.length * SHOP + CHECK);
  shops.forEach(({ id, saved, visited }, index) => {
    const start = index * SHOP;
    const digits = id.replaceAll("-", "");
    for (let byte = 0; byte < 16; byte += 1)
      bytes[start + byte] = Number.parseInt(digits.slice(byte * 2, byte * 2 + 2), 16);
    const number = (saved ? SAVED : 0) + numberOf(visited);
    bytes[start + 16] = number >> 8;
    bytes[start + 17] = number & 0xff;
  });
  bytes.set(checkOf(bytes.subarray(0, -CHECK)), bytes.length - CHECK);
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return PREFIX + letters.replaceAll("+", "-").replaceAll("/", "_");
}

/** The shops in a fragment; null if it is truncated, modified or not ours. */
export function readLink(fragment: string): LinkedShop[] | null {
  const letters = fragment.slice(PREFIX.length);
  if (!fragment.startsWith(PREFIX) || !/^[\w-]+$/.test(letters)) return null;
  const bytes = bytesOf(letters);
  const count = bytes && (bytes.length - CHECK) / SHOP;
  if (!bytes || !count || !Number.isInteger(count) || count > MAX_IN_LINK) return null;
  const check = checkOf(bytes.subarray(0, -CHECK));
  if (check.some((byte, index) => byte !== bytes[bytes.length - CHECK + index])) return null;
  const shops = Array.from({ length: count }, (_, index) =>
    shopOf(bytes.subarray(index * SHOP, (index + 1) * SHOP)),
  );
  const known = new Map(shops.map((shop) => [shop.id, shop]));
  const said = [...known.values()].filter(({ saved, visited }) => saved || visited !== null);
  return said.length > 0 ? said : null;
}

function bytesOf(letters: string): Uint8Array | null {
  try {
    const text = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

function shopOf(bytes: Uint8Array): LinkedShop {
  const digits = Array.from(bytes.subarray(0, 16), (byte) => byte.toString(16).padStart(2, "0"));
  const id = digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  const number = ((bytes[16] ?? 0) << 8) | (bytes[17] ?? 0);
  return { id, saved: number >= SAVED, visited: dayOf(number & (SAVED - 1)) };
}

function numberOf(visited: string | null): number {
  if (visited === null) return 0;
  const days = Date.parse(visited) / MILLIS_OF_DAY - BEFORE_FIRST;
  return days > SOME_DAY && days < SAVED ? days : SOME_DAY;
}

function dayOf(number: number): string | null {
  if (number === 0) return null;
  if (number === SOME_DAY) return "";
  // biome-ignore lint/plugin: a given day, not the present one
  return new Date((number + BEFORE_FIRST) * MILLIS_OF_DAY).toISOString().slice(0, 10);
}

/** FNV-1a, of which three bytes are enough to detect accidents. */
function checkOf(bytes: Uint8Array): number[] {
  let hash = 2_166_136_261;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 16_777_619);
  return [hash >>> 24, (hash >>> 16) & 0xff, (hash >>> 8) & 0xff];
}
