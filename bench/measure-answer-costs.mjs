import { once } from "node:events";
import http from "node:http";
import { join } from "node:path";
import { generateShops, writeShopsFile } from "./generate.mjs";
import { compared, filled } from "./lib/costs.mjs";
import { median } from "./lib/statistics.mjs";
import { Townperk } from "./lib/townperk.mjs";

const ENDS = ['{"version":0.6,"elements":[', "]}"];
const EMPTY = ENDS.join("");
/** The smallest state there is: it takes the fewest questions, and the places of others are passed over. */
const FETCH = ["places", "fetch", "--state", "DC", "--dry-run"];

/** A coffee place with more members and tags. @param {number | string} id */
const cafe = (id, { members = "", tags = "" } = {}) =>
  `{"type":"node","id":${id},${members}"tags":{${tags}"amenity":"cafe"}}`;

const THOUSAND = "3".repeat(1000);
const KEYS = Array.from({ length: 300 }, (_, number) => `"k${number}":0,`).join("");

/** Elements by their number. @type {Record<string, (number: number) => string>} */
const COSTLY = {
  "as many elements as fit": (number) => cafe(number),
  "one element, again and again": () => cafe(1),
  "arrays of 120 levels": (number) =>
    cafe(number, { members: `"deep":${"[".repeat(120)}${"]".repeat(120)},` }),
  "300 members each": (number) => cafe(number, { members: KEYS }),
  "one member, 300 times each": (number) => cafe(number, { members: '"k":0,'.repeat(300) }),
  "300 tags each": (number) => cafe(number, { tags: KEYS.replaceAll(":0", ':"0"') }),
  "names of escaped letters": (number) =>
    cafe(number, { tags: `"name":"${"\\u0041".repeat(100)}",` }),
  "coordinates of a thousand digits": (number) =>
    cafe(number, { members: `"lat":38.${THOUSAND},"lon":-77.${THOUSAND},` }),
  "IDs of a thousand digits": (number) => cafe(`1${number}${THOUSAND}`),
  "ways without their nodes": (number) =>
    `{"type":"way","id":${number},"nodes":[${2 * number},${2 * number + 1}],"tags":{"amenity":"cafe","name":"Blue Door"}}`,
};

/** Coffee places as OpenStreetMap has them. @param {number} bytes */
function plainAnswer(bytes) {
  const shops = generateShops({ shops: Math.ceil(bytes / 200), perTown: 40 });
  const next = () => {
    const { id, properties, geometry } = shops.next().value;
    const [lon, lat] = geometry.coordinates;
    const { "@id": _, ...tags } = properties;
    return JSON.stringify({ type: "node", id: Number(id.split("/")[1]), lat, lon, tags });
  };
  return filled(bytes, ENDS, next, ",");
}

/** An Overpass server that tells one thing once, and nothing to every other question. */
async function overpass() {
  let waiting;
  const server = http.createServer((request, answer) => {
    request.resume();
    request.on("end", () => {
      answer.setHeader("content-type", "application/json");
      answer.end(waiting ?? EMPTY);
      waiting = undefined;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}/api/interpreter`,
    /** @param {string} text */
    tell(text) {
      waiting = text;
    },
    isTold: () => waiting === undefined,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Answers of Overpass that are made to cost more than their length explains: processor time of the command that reads them, without
 * what it takes when there is nothing to read, in milliseconds.
 * @param {string} folder  an empty one @param {{ rounds: number, megabytes: number, binary?: string }} options
 */
export async function measureAnswerCosts(folder, { rounds, megabytes, binary }) {
  const server = await overpass();
  const settings = {
    TOWNPERK_OVERPASS_URL: server.url,
    TOWNPERK_OVERPASS_PAUSE_SECONDS: "0",
    TOWNPERK_LOG: "error",
  };
  const townperk = new Townperk(folder, settings, binary);
  const file = join(folder, "shops.geojson");
  await writeShopsFile(file, { shops: 20 });
  townperk.import(file);
  const timed = async (text) => {
    server.tell(text);
    const seconds = await townperk.timed(FETCH);
    if (!server.isTold()) throw new Error(`"townperk ${FETCH.join(" ")}" asked nothing`);
    return 1000 * seconds;
  };
  const bytes = megabytes * 1_000_000;
  const plain = plainAnswer(bytes);
  // In turns, so that all meet the same machine.
  const [empty, plains] = [[], []];
  const costly = Object.entries(COSTLY).map(([name, part]) => ({ name, part, times: [] }));
  for (let round = 0; round < rounds; round += 1) {
    empty.push(await timed(EMPTY));
    plains.push(await timed(plain));
    for (const { name, part, times } of costly) {
      times.push(await timed(filled(bytes, ENDS, part, ",")));
      console.log(`Overpass, ${name}: ${times.at(-1).toFixed(0)} ms`);
    }
  }
  server.close();
  const beyond = (times) => times.map((time) => time - median(empty));
  return costly.map(({ name, times }) =>
    compared({ name, length: bytes, plain: beyond(plains), costly: beyond(times) }),
  );
}
