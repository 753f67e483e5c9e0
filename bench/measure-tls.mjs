// A page from the cache over TLS 1.3, beside nginx with the same certificate and the same bytes as a file.
//
//   node bench/measure-tls.mjs [--seconds 10] [--rounds 5]
//
// h2load (Debian's nghttp2-client) asks both in turns, over 64 connections that are kept open: with HTTP/1.1, and with HTTP/2 and
// 10 requests at a time on each. Bars: 0.9 × nginx with HTTP/1.1, 0.6 × with HTTP/2.
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { writeShopsFile } from "./generate.mjs";
import { startNginx } from "./lib/nginx.mjs";
import { answering, processorSeconds, run } from "./lib/process.mjs";
import { Townperk } from "./lib/townperk.mjs";

// The certificate is for tests and only this machine is asked.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";
process.removeAllListeners("warning");

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "5" },
  },
});
const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const certificate = at("../server/tests/support/certificates/loopback.pem");
const key = at("../server/tests/support/certificates/loopback.key");
const BARS = { "HTTP/1.1": 0.9, "HTTP/2": 0.6 };

/** @param {string} url @param {string} protocol @returns {{ perSecond: number, done: number, tls: string }} */
function load(url, protocol) {
  const own = protocol === "HTTP/2" ? ["-m10"] : ["--h1"];
  const output = run("h2load", [
    ...["-c64", "-t2", `-D${values.seconds}`, "-H", "Accept-Encoding: br"],
    ...own,
    url,
  ]);
  const [, done, , failed, errored] =
    /(\d+) done, (\d+) succeeded, (\d+) failed, (\d+) errored/.exec(output) ?? [];
  const [, tls] = /^TLS Protocol: (.*)$/m.exec(output) ?? [];
  const [, cipher] = /^Cipher: (.*)$/m.exec(output) ?? [];
  if (Number(done) === 0 || Number(failed) + Number(errored) > 0 || tls !== "TLSv1.3")
    throw new Error(`${url}: ${output}`);
  return {
    done: Number(done),
    perSecond: Number(/, ([\d.]+) req\/s/.exec(output)?.[1]),
    tls: `${tls}, ${cipher}`,
  };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const folder = await mkdtemp(join(tmpdir(), "townperk-tls-"));
try {
  const file = join(folder, "shops.geojson");
  await writeShopsFile(file, { shops: 1000, perTown: 48 });
  const settings = {
    TOWNPERK_TLS: "files",
    TOWNPERK_TLS_CERTIFICATE_FILE: certificate,
    TOWNPERK_TLS_KEY_FILE: key,
  };
  const townperk = new Townperk(folder, settings, process.env.TOWNPERK_BINARY);
  townperk.import(file);
  const server = await townperk.launch();
  townperk.url = townperk.url.replace("http:", "https:");
  await answering(`${townperk.url}/readyz`, server);
  const { path } = await townperk.largestTown();
  const url = townperk.url + path;
  const answer = join(folder, "page");
  run("curl", ["-fsSk", "-H", "Accept-Encoding: br", "-o", answer, url]);
  const page = await readFile(answer);
  const nginxFolder = join(folder, "nginx");
  await mkdir(nginxFolder, { mode: 0o755 });
  run("chmod", ["755", folder]);
  const nginx = await startNginx(nginxFolder, page, {
    workers: cpus().length,
    keepsFilesOpen: false,
    tls: { certificate, key },
  });
  console.log(
    `${page.length} bytes of Brotli; ${cpus().length} processors, which the servers share with the client`,
  );
  for (const protocol of Object.keys(BARS)) {
    const sides = { townperk: [], nginx: [] };
    const costs = { townperk: [], nginx: [] };
    let tls = "";
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const [side, address, pid] of [
        ["townperk", url, townperk.pid],
        ["nginx", nginx.url, nginx.pid],
      ]) {
        const before = processorSeconds(pid);
        const measured = load(address, protocol);
        sides[side].push(measured.perSecond);
        costs[side].push(((processorSeconds(pid) - before) * 1e6) / measured.done);
        tls = measured.tls;
      }
    const [own, other] = [median(sides.townperk), median(sides.nginx)];
    const ratio = own / other;
    const verdict = ratio >= BARS[protocol] ? "met" : "not met";
    console.log(
      `${protocol} over ${tls}: Townperk ${own.toFixed(0)}/s, nginx ${other.toFixed(0)}/s: ${ratio.toFixed(2)} × (bar ${BARS[protocol]}, ${verdict})`,
    );
    // Steadier than requests/s on a machine with other work.
    const [cost, otherCost] = [median(costs.townperk), median(costs.nginx)];
    console.log(
      `  processor time an answer: ${cost.toFixed(1)} µs, nginx ${otherCost.toFixed(1)} µs: ${(otherCost / cost).toFixed(2)} ×`,
    );
  }
  await nginx.stop();
  await townperk.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}
