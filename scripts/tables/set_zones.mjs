/**
 * Sets the time zone of each place by its point, from the zones' polygons (geo-tz), and that of each ZIP code by the place
 * that it is named for, where that is near: a ZIP code's middle may lie across the border from its people. A zone that the
 * package knows by another name of the same clock stays as the table has it.
 * Usage: node set_zones.mjs FOLDER_OF_FETCH FOLDER_OF_TABLES
 */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [packages, tables] = process.argv.slice(2);
const { find } = createRequire(join(packages, "zones", "package.json"))("geo-tz/all");
const path = (name) => join(tables, name);
const zones = readFileSync(path("time_zones.csv"), "utf8").trim().split("\n").slice(1);

/** Two days that tell clocks apart: one of winter, one of summer. */
const DAYS = [new Date("2026-01-15T12:00Z"), new Date("2026-07-15T12:00Z")];

function clock(timeZone) {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return DAYS.map((day) => format.format(day)).join();
}

/** Further away it is another place of that name. */
const NEAR_DEGREES = 0.3;

/** Places by name and state: their points and zones. */
const places = new Map();

/** The cells of a line; cells with commas are in quotes. */
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
