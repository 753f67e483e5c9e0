// Restarts servers under load and counts the requests that failed.
//
//   scripts/with-postgres.sh node bench/measure-restart.mjs [socket] [nginx] [haproxy] [caddy]
//
// socket: one server on a socket that stays open, as with systemd. The others: three nodes on PostgreSQL, restarted one after
// another behind the proxy with the file from deploy/. A request failed if it got no answer or one of 5xx. Like browsers, the
// client repeats a request once on a new connection if a kept connection was closed under it.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { answering, freePort, run, start } from "./lib/process.mjs";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const binary =
  process.env.TOWNPERK_BINARY ??
  join(process.env.CARGO_TARGET_DIR ?? at("../target"), "debug/townperk");
const certificate = at("../server/tests/support/certificates/loopback");
const database = process.env.TOWNPERK_TEST_POSTGRES_URL;
const HOST = "coffee.example";
const NODES = 3;

/** Reads, and one write in ten, which proxies may not repeat once it was sent. */
const REQUESTS = [
  ..."/ /cities /terms /api/cities/all /how-we-rank /search?q=ruston /terms /cities /sitemap.xml"
    .split(" ")
    .map((path) => ({ method: "GET", path })),
  {
    method: "POST",
    path: "/api/analytics/track",
    body: '{"eventType":"search","query":"ruston"}',
  },
];

/** One request. @returns {Promise<{ status?: number, error?: string, isReused?: boolean }>} */
function ask(to, agent, { method, path, body }) {
  const { request } = to.protocol === "https:" ? https : http;
  return new Promise((resolve) => {
    const asked = request(
      {
        host: to.hostname,
        port: to.port,
        servername: HOST,
        rejectUnauthorized: false,
        agent,
        method,
        path,
        headers: {
          host: HOST,
          "user-agent": "Firefox",
          "sec-fetch-site": "same-origin",
          ...(body && { "content-type": "application/json", "content-length": body.length }),
        },
        timeout: 30_000,
      },
      (answer) => {
        answer.on("error", (error) => resolve({ error: error.code ?? error.message }));
        answer.on("end", () => resolve({ status: answer.statusCode }));
        answer.resume();
      },
    );
    asked.on("timeout", () => asked.destroy(new Error("timeout")));
    asked.on("error", (error) =>
      resolve({ error: error.code ?? error.message, isReused: asked.reusedSocket }),
    );
    asked.end(body);
  });
}

/**
 * Sends `perSecond` requests a second, every second one on a new connection, until `work` is done and `least` were sent.
 * @param {string} url @param {{ perSecond: number, least: number }} load @param {() => Promise<void>} work
 */
async function underLoad(url, { perSecond, least }, work) {
  const to = new URL(url);
  const { Agent } = to.protocol === "https:" ? https : http;
  const keeping = new Agent({ keepAlive: true, maxSockets: 64 });
  const figures = { sent: 0, repeated: 0, slowest: 0, failed: /** @type {string[]} */ ([]) };
  const open = new Set();
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  const one = async (number) => {
    const what = REQUESTS[number % REQUESTS.length];
    const began = performance.now();
    let answer = await ask(to, number % 2 === 0 ? keeping : false, what);
    if (answer.error && answer.isReused) {
      figures.repeated += 1;
      answer = await ask(to, false, what);
    }
    figures.slowest = Math.max(figures.slowest, performance.now() - began);
    if (answer.error || answer.status >= 500)
      figures.failed.push(`${what.method} ${what.path}: ${answer.error ?? answer.status}`);
  };
  const began = performance.now();
  while (!isDone || figures.sent < least) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    while (figures.sent < due) {
      const asking = one(figures.sent++).finally(() => open.delete(asking));
      open.add(asking);
    }
    await sleep(5);
  }
  await working;
  await Promise.all(open);
  keeping.destroy();
  return figures;
}

function report(what, { sent, repeated, slowest, failed }) {
  console.log(
    `${what}: ${sent} requests, ${failed.length} failed, slowest ${(slowest / 1000).toFixed(2)} s, ${repeated} repeated on a new connection`,
  );
  const kinds = new Map();
  for (const kind of failed) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  for (const [kind, count] of kinds) console.log(`  ${count} × ${kind}`);
  if (failed.length > 0) process.exitCode = 1;
}

const settings = (folder, more) => ({
  TOWNPERK_DATA_DIR: folder,
  TOWNPERK_LOG: "warn",
  TOWNPERK_PUBLIC_URL: `https://${HOST}`,
  TOWNPERK_RENDER_THREADS: "1",
  ...more,
});

async function ready(url, server) {
  await answering(`${url}/readyz`, server);
}

async function onOneSocket(folder) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = [at("lib/hold-socket.py"), String(port), binary, "serve", "--demo=shops"];
  const holder = start("python3", command, settings(folder, { TOWNPERK_PUBLIC_URL: url }));
  await ready(url, holder);
  const pids = () =>
    holder
      .output()
      .split("\n")
      .filter((line) => /^\d+$/.test(line));
  const figures = await underLoad(url, { perSecond: 100, least: 3000 }, async () => {
    for (let restart = 0; restart < 3; restart += 1) {
      await sleep(2000);
      const before = pids().length;
      process.kill(Number(pids().at(-1)), "SIGTERM");
      while (pids().length === before) await sleep(20);
      await ready(url, holder);
    }
    await sleep(2000);
  });
  await holder.stop();
  report("One machine, three restarts with socket activation", figures);
}

/** The shipped file, with these ports and nodes. */
async function configured(folder, proxy, ports, nodes) {
  const read = (name) => readFile(at(`../deploy/${name}`), "utf8");
  const path = join(folder, proxy);
  if (proxy === "nginx") {
    const text = (await read("nginx.conf"))
      .replace(/^ *listen \[::\].*\n/gm, "")
      .replace("listen 80;", `listen 127.0.0.1:${ports.http};`)
      .replace("listen 443 ", `listen 127.0.0.1:${ports.https} `)
      .replace(/server 127\.0\.0\.1:8080([^;]*);/, (_, rest) =>
        nodes.map((node) => `server ${node}${rest};`).join("\n  "),
      )
      .replace(/\/etc\/ssl\/.*fullchain\.pem/, `${certificate}.pem`)
      .replace(/\/etc\/ssl\/.*privkey\.pem/, `${certificate}.key`);
    await writeFile(`${path}.site`, text);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    await writeFile(
      path,
      `daemon off;\npid ${folder}/nginx.pid;\nerror_log stderr crit;\nevents {}\nhttp {\naccess_log off;\n${temporary.join("\n")}\ninclude ${path}.site;\n}\n`,
    );
    return ["nginx", ["-p", folder, "-c", path]];
  }
  if (proxy === "haproxy") {
    const both = await Promise.all(
      ["pem", "key"].map((kind) => readFile(`${certificate}.${kind}`)),
    );
    await mkdir(`${path}.certs`);
    await writeFile(`${path}.certs/site.pem`, Buffer.concat(both));
    const text = (await read("haproxy.cfg"))
      // As many as a machine for tests has file handles for.
      .replace("maxconn 20000", "maxconn 2000")
      .replace("bind :80", `bind 127.0.0.1:${ports.http}`)
      .replace("bind :443", `bind 127.0.0.1:${ports.https}`)
      .replace("/etc/haproxy/certs/", `${path}.certs/`)
      .replace(/server one 127\.0\.0\.1:8080/, () =>
        nodes.map((node, index) => `server node${index} ${node}`).join("\n  "),
      );
    await writeFile(path, text);
    return ["haproxy", ["-db", "-f", path]];
  }
  const text = (await read("Caddyfile"))
    .replace(
      `${HOST} {`,
      `${HOST} {\n\ttls ${certificate}.pem ${certificate}.key\n\tbind 127.0.0.1`,
    )
    .replace("reverse_proxy 127.0.0.1:8080", `reverse_proxy ${nodes.join(" ")}`);
  await writeFile(
    path,
    `{\n\tadmin off\n\thttp_port ${ports.http}\n\thttps_port ${ports.https}\n\tstorage file_system ${folder}\n}\n${text}`,
  );
  return ["caddy", ["run", "--adapter", "caddyfile", "--config", path]];
}

async function behind(proxy, folder) {
  const schema = `restart_${proxy}_${process.pid}`;
  const url = new URL(database);
  url.pathname = `/${schema}`;
  run("psql", [database, "-qc", `CREATE DATABASE ${schema}`]);
  const launch = async (number, port) => {
    const home = join(folder, `node${number}`);
    await mkdir(home, { recursive: true, mode: 0o700 });
    const server = start(
      binary,
      ["serve"],
      settings(home, {
        TOWNPERK_LISTEN: `127.0.0.1:${port}`,
        TOWNPERK_DATABASE_URL: url.href,
        TOWNPERK_DATABASE_CONNECTIONS: "5",
        TOWNPERK_TRUSTED_PROXIES: "127.0.0.1",
        TOWNPERK_NODE_NAME: `node${number}`,
      }),
    );
    await ready(`http://127.0.0.1:${port}`, server);
    return server;
  };
  const nodes = [];
  for (let number = 0; number < NODES; number += 1) {
    const port = await freePort();
    nodes.push({ port, server: await launch(number, port) });
  }
  const ports = { http: await freePort(), https: await freePort() };
  const addresses = nodes.map(({ port }) => `127.0.0.1:${port}`);
  const command = await configured(folder, proxy, ports, addresses);
  const server = start(...command, { PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder });
  const front = `https://127.0.0.1:${ports.https}`;
  while ((await ask(new URL(front), false, { method: "GET", path: "/healthz" })).status !== 200) {
    if (server.hasEnded()) throw new Error(server.output());
    await sleep(100);
  }
  const figures = await underLoad(front, { perSecond: 200, least: 10_000 }, async () => {
    for (const [number, node] of nodes.entries()) {
      await sleep(2000);
      await node.server.stop();
      node.server = await launch(number, node.port);
      await sleep(3000);
    }
  });
  await server.stop();
  for (const node of nodes) await node.server.stop();
  run("psql", [database, "-qc", `DROP DATABASE ${schema} WITH (FORCE)`]);
  report(`Rolling restart of ${NODES} nodes behind ${proxy}`, figures);
}

const wanted = process.argv.slice(2);
for (const part of wanted.length > 0 ? wanted : ["socket", "nginx", "haproxy", "caddy"]) {
  const folder = await mkdtemp(join(tmpdir(), "townperk-restart-"));
  try {
    if (part === "socket") await onOneSocket(folder);
    else if (database) await behind(part, folder);
    else throw new Error("scripts/with-postgres.sh starts the database that several nodes need");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
