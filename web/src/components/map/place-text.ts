import { readCoordinates } from "./bearing.ts";
import type { Point } from "./geometry.ts";
import { readPlusCode } from "./plus-code.ts";

/** What somebody pasted to say where a place is: the place, or that only the page behind a short link knows it. */
export type PlaceText = { point: Point } | { problem: "short link" | "unreadable" };

const SHORT = /^https?:\/\/(maps\.app\.goo\.gl|goo\.gl|g\.co|maps\.apple|osm\.org\/go|bit\.ly)\//i;
const NUMBER = String.raw`(-?\d{1,3}(?:\.\d+)?)`;
const PAIR = new RegExp(String.raw`${NUMBER}\s*,\s*${NUMBER}`);
/** Parameters with a pair of coordinates, the most telling first: a marker or a destination before the middle of the view. */
const PAIRS = ["query", "q", "destination", "daddr", "coordinate", "ll", "center"];

/**
 * Reads a link of Google Maps, Apple Maps or OpenStreetMap, a `geo:` address, a plus code, or coordinates in decimals or in
 * degrees and minutes. `near` completes a short plus code.
 */
export function readPlace(text: string, near: Point | null): PlaceText {
  const pasted = text.trim();
  if (SHORT.test(pasted)) return { problem: "short link" };
  const point = /^(https?:\/\/|www\.|maps\.)/i.test(pasted)
    ? ofLink(pasted, near)
    : (ofGeo(pasted) ?? readCoordinates(pasted) ?? ofDegrees(pasted) ?? readPlusCode(pasted, near));
  return point ? { point } : { problem: "unreadable" };
}

function pointOf(latitude: string | undefined, longitude: string | undefined): Point | null {
  return latitude && longitude ? readCoordinates(`${latitude}, ${longitude}`) : null;
}

function ofPair(text: string | null | undefined): Point | null {
  const found = PAIR.exec(text ?? "");
  return pointOf(found?.[1], found?.[2]);
}

function ofLink(text: string, near: Point | null): Point | null {
  const address = /^https?:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { searchParams, hash, pathname } = new URL(address);
  const marker = pointOf(
    searchParams.get("mlat") ?? undefined,
    searchParams.get("mlon") ?? undefined,
  );
  const path = decoded(pathname);
  // Google's own mark of a place; what follows "@" is the middle of the map.
  const place = /!3d(-?\d+(?:\.\d+)?)!4d(-?\d+(?:\.\d+)?)/.exec(path);
  const view = /#map=[\d.]+\/(-?[\d.]+)\/(-?[\d.]+)/.exec(hash);
  return (
    marker ??
    pointOf(place?.[1], place?.[2]) ??
    PAIRS.map((name) => ofPair(searchParams.get(name))).find((point) => point !== null) ??
    ofPair(/\/(?:place|search|dir)\/[^@]*/.exec(path)?.[0].replaceAll("+", " ")) ??
    readPlusCode(path, near) ??
    readPlusCode(searchParams.get("q") ?? searchParams.get("query") ?? "", near) ??
    ofPair(/@[^/]*/.exec(path)?.[0]) ??
    pointOf(view?.[1], view?.[2])
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function ofGeo(text: string): Point | null {
  const found = new RegExp(`^geo:${NUMBER},${NUMBER}`, "i").exec(text);
  if (!found) return null;
  // Android writes `geo:0,0?q=31.3,-92.4(Name)`.
  return ofPair(/[?&]q=([^&]*)/.exec(text)?.[1]) ?? pointOf(found[1], found[2]);
}

const ANGLE = String.raw`(\d{1,3}(?:\.\d+)?)\s*[°º]?\s*(?:(\d{1,2}(?:\.\d+)?)\s*['′’]\s*)?(?:(\d{1,2}(?:\.\d+)?)\s*["″”]\s*)?`;
const DEGREES = new RegExp(
  String.raw`^(?:([NS])\s*)?${ANGLE}([NS])?\s*[,;]?\s*(?:([EW])\s*)?${ANGLE}([EW])?$`,
  "i",
);

/** "31°18'40.7\"N 92°26'42.4\"W", "N 31.3113 W 92.4451" */
function ofDegrees(text: string): Point | null {
  const found = DEGREES.exec(text);
  if (!found) return null;
  const [, before, d, m, s, after, beforeEast, de, me, se, afterEast] = found;
  const [north, east] = [before ?? after, beforeEast ?? afterEast];
  if (!north || !east) return null;
  const angle = (degrees = "0", minutes = "0", seconds = "0") =>
    Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  const latitude = angle(d, m, s) * (north.toUpperCase() === "S" ? -1 : 1);
  const longitude = angle(de, me, se) * (east.toUpperCase() === "W" ? -1 : 1);
  return readCoordinates(`${latitude.toFixed(7)}, ${longitude.toFixed(7)}`);
}
