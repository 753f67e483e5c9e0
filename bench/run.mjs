// `make bench`: measures the release build, nginx and Node.js in one run and writes bench/RESULTS.md.
// usage: node bench/run.mjs [--seconds 10] [--rounds 5] [--changes 40] [--shops 100000]
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureAnalytics } from "./measure-analytics.mjs";
import { measureCache } from "./measure-cache.mjs";
import { measureChange } from "./measure-change.mjs";
import { measureEvents } from "./measure-events.mjs";
import { measureStart } from "./measure-start.mjs";
import { measureVotes } from "./measure-votes.mjs";
import { report } from "./report.mjs";

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "10" },
    rounds: { type: "string", default: "5" },
    changes: { type: "string", default: "40" },
    shops: { type: "string", default: "100000" },
  },
});
const options = {
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  changes: Number(values.changes),
  shops: Number(values.shops),
  processors: availableParallelism(),
};

const folder = await mkdtemp(join(tmpdir(), "townperk-bench-"));
await chmod(folder, 0o755); // nginx's workers are another user
try {
  const results = {
    cache: await measureCache(folder, options),
    change: await measureChange(folder, options),
    start: await measureStart(folder, options),
    votes: await measureVotes(folder, options),
    events: await measureEvents(folder, options),
    analytics: await measureAnalytics(folder),
  };
  const text = report(results, options, new Date());
  await writeFile(new URL("RESULTS.md", import.meta.url), text);
  console.log(text);
} finally {
  await rm(folder, { recursive: true, force: true });
}
