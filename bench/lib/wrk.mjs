import { run } from "./process.mjs";

/**
 * Requests one address as fast as it is answered, over keep-alive connections.
 * @param {string} url @param {number} seconds
 * @returns {{ perSecond: number, p99: number }} requests per second, and the 99th percentile in milliseconds
 */
export function wrk(url, seconds) {
  const output = run("wrk", [
    "-t2",
    "-c64",
    `-d${seconds}s`,
    "--latency",
    "--timeout",
    "60s", // slow is a result here, not an error
    "-H",
    "Accept-Encoding: br",
    url,
  ]);
  const trouble = /Non-2xx or 3xx responses.*|Socket errors.*/.exec(output);
  if (trouble) throw new Error(`${url}: ${trouble[0]}`);
  const [, p99, unit] = /^\s+99%\s+([\d.]+)(us|ms|s|m)\s*$/m.exec(output) ?? [];
  return {
    perSecond: Number(/^Requests\/sec:\s+([\d.]+)$/m.exec(output)?.[1]),
    p99: Number(p99) * { us: 0.001, ms: 1, s: 1000, m: 60_000 }[unit],
  };
}
