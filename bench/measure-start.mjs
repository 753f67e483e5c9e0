import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeShopsFile } from "./generate.mjs";
import { answering, residentBytes } from "./lib/process.mjs";
import { Townperk } from "./lib/townperk.mjs";

const STARTS = 5;

/**
 * Time from process start until the server is ready and has answered home, a town and a shop, and its memory use at
 * that point, for a small and a large directory of equal towns (20 shops each).
 * @param {string} folder @param {{ shops: number }} options
 */
export async function measureStart(folder, { shops }) {
  return { small: await measure(folder, 1000), large: await measure(folder, shops) };
}

/** @param {string} folder @param {number} shops */
async function measure(folder, shops) {
  const own = await mkdtemp(join(folder, "start-"));
  const file = join(own, "shops.geojson");
  await writeShopsFile(file, { shops });
  const townperk = new Townperk(own);
  const importBegan = performance.now();
  townperk.import(file);
  const importSeconds = (performance.now() - importBegan) / 1000;

  await townperk.serve();
  const counted = await townperk.shopCount();
  if (counted !== shops)
    throw new Error(`${shops} shops were imported, the directory counts ${counted}`);
  const { path, shopPath } = await townperk.largestTown();
  await townperk.stop();

  const starts = [];
  for (let i = 0; i < STARTS; i += 1) {
    const began = performance.now();
    const server = await townperk.launch();
    await answering(`${townperk.url}/readyz`, server);
    const ready = (performance.now() - began) / 1000;
    for (const page of ["/", path, shopPath]) await answering(townperk.url + page, server);
    const all = (performance.now() - began) / 1000;
    await sleep(1000); // what is loaded in the background counts too
    starts.push({ ready, all, bytes: residentBytes(townperk.pid) });
    await townperk.stop();
    console.log(
      `start with ${shops} shops: ready after ${ready.toFixed(2)} s, pages after ${all.toFixed(2)} s`,
    );
  }
  return { shops, importSeconds, starts };
}
