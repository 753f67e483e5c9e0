// Generates invented coffee shops in real towns as OpenStreetMap GeoJSON or CSV. The same arguments give the same
// output.
// usage: node bench/generate.mjs --shops 1000 [--per-town 20] [--seed 1] [--edition 0] [--format csv] > shops.geojson
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { finished } from "node:stream/promises";
import { parseArgs } from "node:util";

const data = new URL("../crates/gazetteer/data/", import.meta.url);

export const FIRST =
  "Amber Ashen Brass Bright Cedar Copper Crooked Dappled Distant Early Eleventh Fallen Feathered Foggy Gentle Gilded Hidden Hollow Humble Indigo Ivory Juniper Kindled Lantern Little Lively Maple Mended Mossy Northern Oaken Painted Patient Quiet Rambling Rusted Saffron Sleepy Slate Tender Thistle Timber Velvet Wandering Weathered Willow Winding Woven".split(
    " ",
  );
export const SECOND =
  "Almanac Anvil Badger Banjo Barn Bellows Bench Bramble Brook Button Candle Cart Chimney Clock Cricket Crow Dory Fern Fiddle Finch Fox Garden Gate Hare Harrow Hearth Heron Hinge Kettle Ladder Lamp Ledger Loom Magpie Marble Meadow Mill Moth Needle Nook Orchard Otter Parlor Pear Plow Porch Quill Quilt Raven Saddle Shed Sparrow Spindle Spoon Stable Thimble Trestle Trout Tulip Wagon Wren".split(
    " ",
  );
export const KIND = [
  "Coffee",
  "Coffee House",
  "Cafe",
  "Coffee Roasters",
  "Espresso",
  "Coffee & Bakery",
];
const STREETS = [
  "Main Street",
  "Oak Street",
  "Depot Street",
  "Church Street",
  "2nd Avenue",
  "River Road",
  "Court Square",
];
const HOURS = [
  "Mo-Fr 06:30-16:00; Sa 07:00-14:00",
  "Mo-Su 07:00-17:00",
  "Tu-Sa 07:00-15:00; Su 08:00-13:00",
  "Mo-Th 06:00-18:00; Fr,Sa 06:00-21:00; Su off",
  "Mo-Fr 07:00-12:00,13:00-17:00",
];
/** Codes in area code format. With the reserved exchange 555, every shop gets a unique number. */
const AREA_CODES = Array.from({ length: 800 }, (_, i) => 200 + i).filter(
  (code) => code % 100 !== 11 && Math.floor(code / 10) % 10 !== 9,
);

/** Distance between a town's shops in degrees, about 200 m. */
const STEP = 0.002;

/** Towns at a border would have streets abroad, which the importer refuses. */
const BORDER_STATES = new Set("AK AZ CA ID ME MI MN MT ND NH NM NY OH PA TX VT WA".split(" "));

/** Mulberry32: small, fast, and the same on every machine. @param {number} seed */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {string} name  a table of the gazetteer, whose fields hold no quotes */
export function readTable(name) {
  const [header, ...lines] = readFileSync(new URL(name, data), "utf8").trimEnd().split("\n");
  const columns = header.split(",");
  return lines.map((line) =>
    Object.fromEntries(line.split(",").map((value, i) => [columns[i], value])),
  );
}

/** Towns with a ZIP code whose name is unique in their state, so that no rule has to choose. */
function readTowns() {
  const key = (name, state) => `${name}, ${state}`;
  const zips = new Map();
  for (const { zip, city, state, kind } of readTable("zip_areas.csv"))
    if (kind === "S" && !zips.has(key(city, state))) zips.set(key(city, state), zip);
  const places = readTable("places.csv").filter(
    ({ kind, state }) => kind === "P" && !BORDER_STATES.has(state),
  );
  const times = new Map();
  for (const { name, state } of places)
    times.set(key(name, state), (times.get(key(name, state)) ?? 0) + 1);
  return places
    .filter(({ name, state }) => times.get(key(name, state)) === 1 && zips.has(key(name, state)))
    .map(({ name, state, latitude, longitude }) => ({
      name,
      state,
      latitude: Number(latitude),
      longitude: Number(longitude),
      zip: zips.get(key(name, state)),
    }));
}

/**
 * The features, one by one. Every town has `perTown` shops (the last one gets the rest).
 * @param {{ shops: number, perTown?: number, seed?: number, edition?: number }} options
 *   `edition` changes one shop's house number, so that each edition is one change.
 */
export function* generateShops({ shops, perTown = 20, seed = 1, edition = 0 }) {
  const random = randomFrom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const side = Math.ceil(Math.sqrt(perTown));
  const towns = readTowns();
  for (let i = towns.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [towns[i], towns[j]] = [towns[j], towns[i]];
  }
  if (shops > towns.length * perTown)
    throw new Error(
      `${towns.length} towns hold ${towns.length * perTown} shops at most; raise perTown`,
    );

  for (let number = 0, taken = new Set(); number < shops; number += 1) {
    const town = towns[Math.floor(number / perTown)];
    if (number % perTown === 0) taken = new Set();
    let stem;
    do stem = `${pick(FIRST)} ${pick(SECOND)}`;
    while (taken.has(stem));
    taken.add(stem);
    const host = `${stem} ${town.name} ${town.state}`.toLowerCase().replaceAll(/[^a-z]+/g, "-");
    const house =
      100 +
      Math.floor(random() * 800) +
      (edition > 0 && number === edition % shops ? 1000 + edition : 0);
    const id = `node/${9_000_000_000 + number}`;
    /** @type {Record<string, string>} */
    const properties = {
      "@id": id,
      amenity: "cafe",
      cuisine: "coffee_shop",
      name: `${stem} ${pick(KIND)}`,
      "addr:housenumber": String(house),
      "addr:street": pick(STREETS),
      "addr:city": town.name,
      "addr:state": town.state,
      "addr:postcode": town.zip,
    };
    const line = String(number % 10_000).padStart(4, "0");
    const phone = `+1 ${AREA_CODES[Math.floor(number / 10_000) % AREA_CODES.length]}-555-${line}`;
    if (random() < 0.8) properties.phone = phone;
    if (random() < 0.7) properties.website = `https://${host}.example`;
    if (random() < 0.75) properties.opening_hours = pick(HOURS);
    if (random() < 0.5) properties.internet_access = random() < 0.9 ? "wlan" : "no";
    if (random() < 0.4) properties.outdoor_seating = random() < 0.8 ? "yes" : "no";
    if (random() < 0.2) properties.dog = "yes";
    // A grid around the town's center, so that no two shops of a town share an address: neighbors of the same name would
    // be duplicates. Adjacent towns have a few: two pairs in a million shops, in New Jersey.
    const place = number % perTown;
    const jitter = () => (random() - 0.5) * 0.5;
    const east = ((place % side) + jitter() - side / 2) * STEP;
    const north = (Math.floor(place / side) + jitter() - side / 2) * STEP;
    const coordinates = [town.longitude + east, town.latitude + north].map((value) =>
      Number(value.toFixed(6)),
    );
    yield { type: "Feature", id, properties, geometry: { type: "Point", coordinates } };
  }
}

/** @param {Parameters<typeof generateShops>[0]} options */
function* geojson(options) {
  let separator = '{"type":"FeatureCollection","generator":"townperk bench","features":[\n';
  for (const feature of generateShops(options)) {
    yield separator + JSON.stringify(feature);
    separator = ",\n";
  }
  yield "\n]}\n";
}

/** Typical column names, and the features' values for them. */
const COLUMNS = {
  id: "@id",
  name: "name",
  "house number": "addr:housenumber",
  street: "addr:street",
  city: "addr:city",
  state: "addr:state",
  zip: "addr:postcode",
  phone: "phone",
  website: "website",
  hours: "opening_hours",
  wifi: "internet_access",
  "outdoor seating": "outdoor_seating",
};

/** @param {Parameters<typeof generateShops>[0]} options */
function* csv(options) {
  yield `${Object.keys(COLUMNS).join(",")},latitude,longitude\n`;
  const keys = Object.values(COLUMNS);
  for (const { properties, geometry } of generateShops(options)) {
    const [longitude, latitude] = geometry.coordinates;
    const cells = keys.map((key) => {
      const value = properties[key] ?? "";
      return /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
    });
    yield `${cells.join(",")},${latitude},${longitude}\n`;
  }
}

/** Characters per write. */
const CHUNK = 1 << 18;

/**
 * Writes the shops as one file, one per line.
 * @param {import("node:stream").Writable} stream
 * @param {Parameters<typeof generateShops>[0] & { format?: "geojson" | "csv" }} options
 */
export async function writeShops(stream, { format = "geojson", ...options }) {
  let chunk = "";
  for (const text of format === "csv" ? csv(options) : geojson(options)) {
    chunk += text;
    if (chunk.length < CHUNK) continue;
    if (!stream.write(chunk)) await once(stream, "drain");
    chunk = "";
  }
  stream.end(chunk);
  await finished(stream);
}

/** @param {string} path  @param {Parameters<typeof writeShops>[1]} options */
export const writeShopsFile = (path, options) => writeShops(createWriteStream(path), options);

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      shops: { type: "string", default: "1000" },
      "per-town": { type: "string", default: "20" },
      seed: { type: "string", default: "1" },
      edition: { type: "string", default: "0" },
      format: { type: "string", default: "geojson" },
    },
  });
  process.stdout.on("error", (error) => {
    if (error.code === "EPIPE") process.exit(0); // the reader has enough, as in `| head`
    throw error;
  });
  await writeShops(process.stdout, {
    shops: Number(values.shops),
    perTown: Number(values["per-town"]),
    seed: Number(values.seed),
    edition: Number(values.edition),
    format: values.format === "csv" ? "csv" : "geojson",
  });
}
