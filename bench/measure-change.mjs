import { mkdtemp } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeShopsFile } from "./generate.mjs";
import { get, renderTime } from "./lib/http.mjs";
import { Townperk } from "./lib/townperk.mjs";

const WARM_UP = 5;
const CROWD = 64;

/**
 * The page of a town with 48 shops, requested right after one of them changed (an import next to the running server).
 * @param {string} folder @param {{ changes: number }} options
 */
export async function measureChange(folder, { changes }) {
  const own = await mkdtemp(join(folder, "change-"));
  const file = join(own, "shops.geojson");
  await writeShopsFile(file, { shops: 48, perTown: 48 });
  const townperk = new Townperk(own);
  townperk.import(file);
  await townperk.serve();
  const { path } = await townperk.largestTown();
  const agent = new http.Agent({ keepAlive: true, maxSockets: CROWD });
  let etag = (await get(townperk.url + path, agent)).headers.etag;

  /** Changes one shop and sends rounds of `crowd` requests until the page changes; returns the first new response. */
  async function change(edition, crowd) {
    await writeShopsFile(file, { shops: 48, perTown: 48, edition });
    townperk.import(file);
    for (const deadline = performance.now() + 5000; performance.now() < deadline; await sleep(5)) {
      const answers = await Promise.all(
        Array.from({ length: crowd }, () => get(townperk.url + path, agent)),
      );
      const changed = answers.find(({ headers }) => headers.etag !== etag);
      if (changed) {
        etag = changed.headers.etag;
        return changed;
      }
    }
    throw new Error("a change was not visible 5 s after its import");
  }

  const samples = [];
  for (let edition = 1; edition <= WARM_UP + changes; edition += 1) {
    const { headers, milliseconds } = await change(edition, 1);
    const render = renderTime(headers);
    if (render === undefined)
      throw new Error("a page after a change should say how long it was rendered");
    if (edition > WARM_UP) samples.push({ render, whole: milliseconds });
  }
  const before = await renderCount(townperk.url);
  await change(WARM_UP + changes + 1, CROWD);
  const crowdRenders = (await renderCount(townperk.url)) - before;
  agent.destroy();
  await townperk.stop();
  return { samples, crowd: CROWD, crowdRenders };
}

/** How many pages the server has rendered since it started, by its own metrics. @param {string} url */
async function renderCount(url) {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const found = /^townperk_render_seconds_count(?:\{[^}]*\})? (\d+)$/m.exec(metrics);
  if (!found) throw new Error("/metrics should count renders");
  return Number(found[1]);
}
