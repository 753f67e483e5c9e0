// @vitest-environment node
import { expect, it } from "vitest";
import type { Point } from "./geometry.ts";
import { readPlace } from "./place-text.ts";

const near: Point = [-92.45, 31.31];

it.each([
  [
    "Google, a place",
    "https://www.google.com/maps/place/Blue+Door/@31.3200,-92.4600,15z/data=!3m1!4b1!4m6!3m5!1s0x8:0x9!8m2!3d31.3113!4d-92.4451!16s",
  ],
  ["Google, a query", "https://www.google.com/maps/search/?api=1&query=31.3113%2C-92.4451"],
  ["Google, an old query", "https://maps.google.com/?q=31.3113,-92.4451"],
  ["Google, a dropped pin", "https://www.google.com/maps/place/31.3113,-92.4451/@31.32,-92.46,17z"],
  ["Google, a search", "https://www.google.com/maps/search/31.3113,+-92.4451"],
  ["Google, a view alone", "https://www.google.com/maps/@31.3113,-92.4451,17z"],
  ["Google, without https", "maps.google.com/?ll=31.3113,-92.4451"],
  ["Apple", "https://maps.apple.com/?address=126%20Main&ll=31.3113,-92.4451&q=Blue%20Door"],
  ["Apple, new", "https://maps.apple.com/place?coordinate=31.3113,-92.4451&name=Blue%20Door"],
  [
    "OpenStreetMap, a marker",
    "https://www.openstreetmap.org/?mlat=31.3113&mlon=-92.4451#map=12/31.4/-92.5",
  ],
  ["OpenStreetMap, a view", "https://www.openstreetmap.org/#map=19/31.3113/-92.4451"],
  ["a geo address", "geo:31.3113,-92.4451;u=35"],
  ["a geo address of Android", "geo:0,0?q=31.3113,-92.4451(Blue+Door)"],
  ["coordinates", "31.3113, -92.4451"],
  ["degrees", `31°18'40.68"N 92°26'42.36"W`],
  ["degrees with primes", "31° 18′ 40.68″ N, 92° 26′ 42.36″ W"],
  ["letters before", "N 31.3113 W 92.4451"],
])("reads %s", (_, text) => {
  const read = readPlace(text, near);
  const [longitude, latitude] = "point" in read ? read.point : [0, 0];
  expect(latitude).toBeCloseTo(31.3113, 5);
  expect(longitude).toBeCloseTo(-92.4451, 5);
});

it.each<[string, Point | null, Point]>([
  ["8FVC9G8F+6X", null, [8.5249375, 47.3655625]],
  ["8fvc9g8f+6x Zürich", null, [8.5249375, 47.3655625]],
  ["9G8F+6X Zürich", [8.6, 47.4], [8.5249375, 47.3655625]],
  // Across the edge of a block.
  ["9G8F+6X", [9.01, 47.4], [8.5249375, 47.3655625]],
  ["849VCWC8+R9", null, [-122.0840625, 37.4220625]],
  ["https://www.google.com/maps/place/849VCWC8%2BR9", null, [-122.0840625, 37.4220625]],
])("reads the plus code %s", (text, reference, [longitude, latitude]) => {
  const read = readPlace(text, reference);
  const point = "point" in read ? read.point : [0, 0];
  expect(point[0]).toBeCloseTo(longitude, 4);
  expect(point[1]).toBeCloseTo(latitude, 4);
});

it("doesn't guess", () => {
  for (const text of [
    "",
    "126 Main Street",
    "https://bluedoor.example/",
    "https://www.google.com/maps/place/Blue+Door",
    "9G8F+6X",
    "91, 10",
    "https://www.google.com/maps/@%E0%A4%A,1z",
  ])
    expect(readPlace(text, null), text).toEqual({ problem: "unreadable" });
});

it("says that a short link has to be opened first", () => {
  expect(readPlace("https://maps.app.goo.gl/abc123", near)).toEqual({ problem: "short link" });
});
