// Place lists as tables, and OpenStreetMap samples as flat records.
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** The columns of a generated list. */
const COLUMNS = [
  "name",
  "Legal Name",
  "Business Name",
  "DBA Name",
  "Trade Name",
  "address",
  "street",
  "city",
  "state",
  "zip",
  "lat",
  "lon",
  "phone",
  "website",
  "hours",
];

/** @param {Record<string, string | number | undefined>[]} records  unused columns are left out */
export function csv(records) {
  const columns = COLUMNS.filter((column) =>
    records.some((record) => record[column] !== undefined),
  );
  const cell = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);
  const lines = records.map((record) =>
    columns.map((column) => cell(String(record[column] ?? ""))).join(","),
  );
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

/** @param {string} text  a table with a header @returns {Record<string, string>[]} */
export function parseCsv(text) {
  const rows = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\n|$)/g)) {
    rows.at(-1).push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  const [header, ...lines] = rows.filter((row) => row.length > 1);
  return lines.map((line) => Object.fromEntries(header.map((name, i) => [name, line[i] ?? ""])));
}

/** Normalizes names as the server does. @param {string} text */
export const slug = (text) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/[\u0300-\u036f'’‘`.]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** @param {string} path  a GeoJSON file; `tags` may be a single text, as written by PostGIS */
export function readSamples(path) {
  const ofFile = /_([a-z]{2})_\d{4}\./.exec(basename(path))?.[1].toUpperCase();
  return JSON.parse(readFileSync(path, "utf8")).features.map(({ properties, geometry }) => {
    const tags = { ...properties };
    if (typeof tags.tags === "string")
      for (const [, key, value] of tags.tags.matchAll(/"([^"]+)"=>"([^"]*)"/g)) tags[key] = value;
    const [lon, lat] = middle(geometry.coordinates);
    const house = tags["addr:housenumber"];
    const street = tags["addr:street"];
    return {
      name: tags.name,
      address: house && street ? `${house} ${street}` : undefined,
      city: tags["addr:city"],
      state: tags["addr:state"] ?? ofFile,
      zip: /^\d{5}/.exec(tags["addr:postcode"] ?? "")?.[0],
      lat,
      lon,
      phone: tags.phone ?? tags["contact:phone"],
      website: tags.website ?? tags["contact:website"],
      hours: tags.opening_hours,
      tags,
    };
  });
}

/** @param {any} coordinates  of a point, a line or a polygon @returns {[number, number]} */
function middle(coordinates) {
  if (typeof coordinates[0] === "number") return [coordinates[0], coordinates[1]];
  const points = coordinates.map(middle);
  const mean = (axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [mean(0), mean(1)];
}
