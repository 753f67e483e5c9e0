import { median, quantile } from "./lib/statistics.mjs";
import { reportAnalytics } from "./measure-analytics.mjs";

const count = (value) => Math.round(value).toLocaleString("en-US");
const decimal = (value) => (Number.isFinite(value) ? value.toFixed(1) : "?");
const verdict = (met) => (met ? "met" : "**not met**");

/**
 * The results page of a run.
 * @param {{ cache: any, change: any, start: any, votes: any, events: any, analytics: any }} results  what the measurements gave
 * @param {{ seconds: number, rounds: number, processors: number }} options @param {Date} date
 */
export function report(
  { cache, change, start, votes, events, analytics },
  { seconds, rounds, processors },
  date,
) {
  const speed = Object.fromEntries(
    Object.entries(cache.runs).map(([side, runs]) => [
      side,
      median(runs.map((run) => run.perSecond)),
    ]),
  );
  const spread = (side) => {
    const values = cache.runs[side].map((run) => run.perSecond);
    return Math.round((100 * (Math.max(...values) - Math.min(...values))) / speed[side]);
  };
  const middle = (side, figure) => decimal(median(cache.runs[side].map((run) => run[figure])));
  const row = (name, side) =>
    `| ${name} | ${(speed.townperk / speed[side]).toFixed(2)} | ${count(speed[side])} | ${spread(side)} % | ${middle(side, "p99")} ms | ${middle(side, "micros")} µs |`;
  const noisy = Object.keys(cache.runs).some((side) => spread(side) > 25);

  const render = change.samples.map((sample) => sample.render);
  const whole = change.samples.map((sample) => sample.whole);
  const { small, large } = start;
  const slowest = (side) => Math.max(...side.starts.map((one) => one.all));
  const memory = (side) => median(side.starts.map((one) => one.bytes));
  const perShop = (memory(large) - memory(small)) / (large.shops - small.shops);
  const startRow = (side) =>
    `| ${count(side.shops)} | ${side.importSeconds.toFixed(1)} s | ${median(side.starts.map((one) => one.ready)).toFixed(2)} s | ${median(side.starts.map((one) => one.all)).toFixed(2)} s | ${slowest(side).toFixed(2)} s | ${count(memory(side) / 1e6)} MB |`;

  const voting = median(votes.votes) / median(votes.raw);
  const { quiet, busy } = votes.reads;
  // A page's p99 varies by a few milliseconds on two shared CPUs.
  const isUnaffected = (besides, alone) => besides.p99 <= Math.max(2 * alone.p99, 10);

  const { steady } = events;
  const areAllCounted = steady.taken === steady.sent && steady.counted === steady.sent;
  const eventRow = (row) =>
    `| ${row.name} | ${count(row.sent)} | ${count(row.sent / row.seconds)} | ${count(row.taken)} | ${count(row.refused)} | ${count(row.counted)} | ${row.p99.toFixed(1)} ms | ${row.reads.median.toFixed(1)} ms, ${row.reads.p99.toFixed(1)} ms |`;

  return `# Measurements

Written by \`make bench\` on ${date.toISOString().slice(0, 10)}: release build, ${processors} processors that the servers share with the client, one
run. Ratios compare sides of the same run, so they carry over to other machines; plain numbers do not.
${noisy ? "\n**The machine was busy**: one side's rounds lie more than 25 % apart. Measure again before believing a close ratio.\n" : ""}
| Bar | Measured | |
|---|---|---|
| page from cache ≥ 1.0 × nginx serving the same compressed bytes as a file | ${(speed.townperk / speed.nginx).toFixed(2)} × | ${verdict(speed.townperk >= speed.nginx)} |
| the same, nginx tuned to keep its files open | ${(speed.townperk / speed.nginxTuned).toFixed(2)} × | no bar |
| page of 48 shops after a change ≤ 30 ms (p95 of the server's own time) | ${quantile(render, 0.95).toFixed(1)} ms | ${verdict(quantile(render, 0.95) <= 30)} |
| one render for ${change.crowd} requests at once after a change | ${change.crowdRenders} | ${verdict(change.crowdRenders === 1)} |
| start with ${count(large.shops)} shops ≤ 3 s until home, a town and a shop answer (median) | ${median(large.starts.map((one) => one.all)).toFixed(2)} s | ${verdict(median(large.starts.map((one) => one.all)) <= 3)} |
| durable upvotes through HTTP ≥ 0.8 × the commits that SQLite itself makes here | ${voting.toFixed(2)} × | ${verdict(voting >= 0.8)} |
| reads unaffected: p99 of a town's page with ${votes.votesPerSecond} votes/s beside it, and without | ${busy.p99.toFixed(1)} ms, ${quiet.p99.toFixed(1)} ms | ${verdict(isUnaffected(busy, quiet))} |
| 100,000 events in a minute: answered 202, and in the database after an orderly stop | ${count(steady.taken)}, ${count(steady.counted)} | ${verdict(areAllCounted)} |
| reads unaffected: p99 of a town's page beside these events, and without | ${steady.reads.p99.toFixed(1)} ms, ${events.quiet.p99.toFixed(1)} ms | ${verdict(isUnaffected(steady.reads, events.quiet))} |

## A town's page of 48 shops

${count(cache.bytes)} bytes of Brotli, wrk with 64 connections kept open, \`Accept-Encoding: br\`, median of ${rounds} rounds of ${seconds} s in which all
sides take turns. nginx: sendfile, no access log, a worker a processor; tuned: open_file_cache too. Node.js: the same React
bundle with the API's answers in memory, a process a processor${cache.samePage ? "; its page equals ours byte for byte" : ""}.

| Side | Townperk is … × | requests/s | spread | p99 | processor time an answer |
|---|---|---|---|---|---|
${row("Townperk, from its cache", "townperk")}
${row("nginx, a file", "nginx")}
${row("nginx, a file that it keeps open", "nginxTuned")}
${row("Node.js, compressed page kept in memory", "nodeCache")}
${row("Node.js, rendered for each request (Brotli 4)", "nodeRender")}

## The same page after a change

A shop changes by an import beside the running server, ${change.samples.length} times; the next request pays for reads, React and the state
block, then for compression.

| | median | p95 |
|---|---|---|
| the server's own time (\`Server-Timing: render\`) | ${median(render).toFixed(1)} ms | ${quantile(render, 0.95).toFixed(1)} ms |
| as the client sees it, with compression | ${median(whole).toFixed(1)} ms | ${quantile(whole, 0.95).toFixed(1)} ms |

## Votes

Each vote is somebody's first (three rows), for one of 200 shops, over ${votes.connections} connections; counted by the directory afterwards. Raw
commits: one vote's rows each, through SQLite's C library (Python's sqlite3), WAL, synchronous=FULL, same disk, in turns with
the votes; median of ${rounds} rounds of ${seconds} s. Votes that wait for the disk share the next commit, so they may come out above 1.

| | per second | lowest | highest |
|---|---|---|---|
| upvotes, durable | ${count(median(votes.votes))} | ${count(Math.min(...votes.votes))} | ${count(Math.max(...votes.votes))} |
| SQLite, one commit each | ${count(median(votes.raw))} | ${count(Math.min(...votes.raw))} | ${count(Math.max(...votes.raw))} |

| Reads of a town's page, 200 a second | median | p99 |
|---|---|---|
| without votes | ${quiet.median.toFixed(1)} ms | ${quiet.p99.toFixed(1)} ms |
| with ${votes.votesPerSecond} votes/s, that town's shops among them | ${busy.median.toFixed(1)} ms | ${busy.p99.toFixed(1)} ms |

## Events

Views, clicks and searches as browsers send them, from many networks, so that no limit of a network refuses them; the
flood comes from one. An event is answered 202 when it is counted in memory and is written within 5 seconds; after each row
the server was asked to stop, and its database was counted. wrk, which sends the last two rows over ${events.connections} connections,
ends in the middle of as many events: these are counted and have no answer. The same town's page is read 200 times a second.

| Events | sent | per second | answered 202 | refused by the limit | in the database | p99 | reads beside: median, p99 |
|---|---|---|---|---|---|---|---|
| none | | | | | | | ${events.quiet.median.toFixed(1)} ms, ${events.quiet.p99.toFixed(1)} ms |
${eventRow(steady)}
${eventRow(events.full)}
${eventRow(events.flood)}

${reportAnalytics(analytics)}
## Start and memory

SQLite, towns of 20 shops, ${large.starts.length} starts each; from the start of the process.

| Shops | import | ready | home, town, shop (median) | (slowest) | memory |
|---|---|---|---|---|---|
${startRow(small)}
${startRow(large)}

Memory per shop: ${(perShop / 1024).toFixed(1)} KB.
`;
}
