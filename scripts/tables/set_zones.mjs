/**
 * Sets each place's time zone from its point and the zones' polygons (geo-tz), and each ZIP code's from its city if
 * that is near: a ZIP code's center may be across the border from its inhabitants. If the package has another name for
 * the same clock, the table's zone stays. Clocks that follow custom aren't set here: they are in clocks.csv.
 * Usage: node set_zones.mjs FOLDER_OF_FETCH FOLDER_OF_TABLES
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [packages, tables] = process.argv.slice(2);
const { find } = createRequire(join(packages, "zones", "package.json"))("geo-tz/all");
const path = (name) => join(tables, name);
const zones = readFileSync(path("time_zones.csv"), "utf8").trim().split("\n").slice(1);

/** A winter and a summer day, to tell clocks apart. */
const DAYS = [new Date("2026-01-15T12:00Z"), new Date("2026-07-15T12:00Z")];

function clock(timeZone) {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return DAYS.map((day) => format.format(day)).join();
}

/** Farther away it is another place of that name. */
const NEAR_DEGREES = 0.3;

/** Points and zones of places, by name and state. */
const places = new Map();

/** The cells of a line; cells with commas are quoted. */
const cells = (line) => line.match(/("([^"]|"")*"|[^,]*)(,|$)/g).map((it) => it.replace(/,$/, ""));

for (const name of ["places.csv", "zip_areas.csv"]) {
  const [head, ...lines] = readFileSync(path(name), "utf8").trimEnd().split("\n");
  const column = (title) => head.split(",").indexOf(title);
  const [latitude, longitude, zone, state] = ["latitude", "longitude", "zone", "state"].map(column);
  const town = name === "places.csv" ? column("name") : column("city");
  let changed = 0;
  const set = lines.map((line) => {
    const row = cells(line).slice(0, head.split(",").length);
    const known = zones[Number(row[zone])];
    const point = [Number(row[latitude]), Number(row[longitude])];
    const key = `${row[town]}, ${row[state]}`;
    const place = name === "places.csv" ? undefined : places.get(key);
    const isNear = place?.point.every((it, axis) => Math.abs(it - point[axis]) < NEAR_DEGREES);
    const found = isNear ? place.zone : find(...point)[0];
    const isSame = !found || clock(found) === clock(known);
    if (name === "places.csv" && !places.has(key))
      places.set(key, { point, zone: isSame ? known : found });
    if (isSame) return line;
    if (!zones.includes(found)) zones.push(found);
    row[zone] = String(zones.indexOf(found));
    changed += 1;
    return row.join(",");
  });
  writeFileSync(path(name), `${[head, ...set].join("\n")}\n`);
  console.log(`${name}: ${changed} zones set by their points`);
}
writeFileSync(path("time_zones.csv"), `${["name", ...zones].join("\n")}\n`);
