import { mkdir, mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeShopsFile } from "./generate.mjs";
import { get } from "./lib/http.mjs";
import { startNginx } from "./lib/nginx.mjs";
import { answering, freePort, processorSeconds, start } from "./lib/process.mjs";
import { Townperk } from "./lib/townperk.mjs";
import { wrk } from "./lib/wrk.mjs";

const nodeServer = fileURLToPath(new URL("node-server.mjs", import.meta.url));

/**
 * A town's page with 48 shops: from our cache, as a file served by nginx, and from Node.js with and without its own
 * cache, in alternating rounds, so that other load on the machine affects all of them alike.
 * @param {string} folder @param {{ seconds: number, rounds: number, processors: number }} options
 */
export async function measureCache(folder, { seconds, rounds, processors }) {
  const own = await mkdtemp(join(folder, "cache-"));
  const file = join(own, "shops.geojson");
  await writeShopsFile(file, { shops: 1000, perTown: 48 });
  const townperk = new Townperk(own);
  townperk.import(file);
  await townperk.serve();
  const town = await townperk.largestTown();
  if (town.shops !== 48) throw new Error(`the town should have 48 shops, it has ${town.shops}`);
  const page = await get(townperk.url + town.path);
  const warm = await get(townperk.url + town.path);
  if (
    warm.status !== 200 ||
    warm.headers["content-encoding"] !== "br" ||
    !warm.body.equals(page.body)
  )
    throw new Error("the page should come compressed, twice the same");

  const nginx = await nginxWith(page.body, join(folder, "nginx"), {
    workers: processors,
    keepsFilesOpen: false,
  });
  const nginxTuned = await nginxWith(page.body, join(folder, "nginx-tuned"), {
    workers: processors,
    keepsFilesOpen: true,
  });
  const nodes = {};
  for (const mode of ["cache", "render"]) {
    const port = await freePort();
    const server = start(
      "node",
      [
        nodeServer,
        "--origin",
        townperk.url,
        "--path",
        town.path,
        "--port",
        String(port),
        "--mode",
        mode,
      ],
      {
        NODE_ENV: "production",
      },
    );
    nodes[mode] = { url: `http://127.0.0.1:${port}/`, pid: server.pid, stop: server.stop };
    await answering(nodes[mode].url, server);
  }
  const samePage = (await get(nodes.render.url)).text() === page.text();

  const sides = {
    townperk: { url: townperk.url + town.path, pid: townperk.pid },
    nginx,
    nginxTuned,
    nodeCache: nodes.cache,
    nodeRender: nodes.render,
  };
  const runs = Object.fromEntries(Object.keys(sides).map((side) => [side, []]));
  for (let round = 1; round <= rounds; round += 1)
    for (const [side, { url, pid }] of Object.entries(sides)) {
      const before = processorSeconds(pid);
      const result = wrk(url, seconds);
      const micros = ((processorSeconds(pid) - before) * 1e6) / (result.perSecond * seconds);
      runs[side].push({ ...result, micros });
      console.log(
        `round ${round} of ${rounds}: ${side} ${Math.round(result.perSecond)} requests/s`,
      );
    }
  for (const server of [nginx, nginxTuned, nodes.cache, nodes.render, townperk])
    await server.stop();
  return { runs, bytes: page.body.length, samePage };
}

/** @param {Buffer} body @param {string} folder @param {{ workers: number, keepsFilesOpen: boolean }} options */
async function nginxWith(body, folder, options) {
  await mkdir(folder);
  const nginx = await startNginx(folder, body, options);
  if (!(await get(nginx.url)).body.equals(body))
    throw new Error("nginx should send the same bytes");
  return nginx;
}
