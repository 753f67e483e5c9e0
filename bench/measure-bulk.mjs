import { mkdtemp } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { writeShopsFile } from "./generate.mjs";
import { quantile } from "./lib/statistics.mjs";
import { expectAnswer, steadily } from "./lib/steady.mjs";
import { logIn, Townperk } from "./lib/townperk.mjs";

const PASSWORD = "a long enough password";
const VOTES_PER_SECOND = 50;
/** Votes before the edit, to compare with (seconds). */
const QUIET = 8;

/**
 * Votes at a steady rate beside a bulk edit of every shop, and beside taking it back.
 * @param {string} folder @param {{ shops: number, binary?: string, settings?: Record<string, string> }} options
 */
export async function measureBulk(folder, { shops, binary, settings = {} }) {
  const own = await mkdtemp(join(folder, "bulk-"));
  const file = join(own, "shops.geojson");
  await writeShopsFile(file, { shops, perTown: 50 });
  const townperk = new Townperk(
    own,
    { TOWNPERK_TRUSTED_PROXIES: "127.0.0.1", TOWNPERK_ADMIN_PASSWORD: PASSWORD, ...settings },
    binary,
  );
  townperk.import(file);
  await townperk.serve();
  const administrator = await logIn(townperk.url, PASSWORD);
  const { shops: some } = await administrator("GET", "/api/admin/coffee-shops?pageSize=100");
  const ids = some.map(({ id }) => id);

  const voting = new Voting(townperk.url, ids);
  const quiet = await voting.during(new Promise((done) => setTimeout(done, QUIET * 1000)));
  const edit = { changes: { hasParking: true } };
  const preview = await administrator("POST", "/api/admin/bulk-edits", edit);
  const applying = administrator("POST", `/api/admin/bulk-edits/${preview.id}/apply`, {});
  const beside = await voting.during(applying);
  const run = await ended(administrator, await applying);
  const undoing = administrator("POST", `/api/admin/bulk-edits/${run.id}/undo`, {});
  const besideUndo = await voting.during(undoing);
  await undoing;
  const [after] = await administrator("GET", "/api/admin/bulk-edits");
  const log = await administrator("GET", "/api/admin/audit");
  voting.end();
  await townperk.stop();
  return {
    shops: preview.changing,
    changed: run.done,
    undone: after.undone,
    entries: log.total,
    votesPerSecond: VOTES_PER_SECOND,
    quiet,
    beside,
    besideUndo,
  };
}

/** The run, which may go on after a minute. */
async function ended(administrator, answer) {
  if (!("jobId" in answer)) return answer;
  for (;;) {
    const [run] = await administrator("GET", "/api/admin/bulk-edits");
    if (run.state !== "running") return run;
    await new Promise((done) => setTimeout(done, 200));
  }
}

/** Visitors who vote, each for the first time and from a network of their own. */
class Voting {
  #agent = new http.Agent({ keepAlive: true, maxSockets: 64 });
  #number = 0;

  /** @param {string} url @param {string[]} ids */
  constructor(url, ids) {
    this.url = url;
    this.ids = ids;
  }

  /** Votes until the work has ended. @param {Promise<unknown>} work */
  async during(work) {
    const times = [];
    const began = performance.now();
    let seconds = 0;
    work.then(() => {
      seconds = (performance.now() - began) / 1000;
    });
    while (seconds === 0)
      await steadily(0.5, [
        { perSecond: VOTES_PER_SECOND, send: async () => times.push(await this.#vote()) },
      ]);
    const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(times, share));
    return { seconds, votes: times.length, p50, p99, most };
  }

  #vote() {
    const number = this.#number++;
    const address = `9.${(number >> 8) % 256}.${number % 256}.7`;
    const id = this.ids[number % this.ids.length];
    return expectAnswer(200, `${this.url}/api/coffee-shops/${id}/upvote`, {
      agent: this.#agent,
      method: "POST",
      headers: { "x-forwarded-for": address },
    });
  }

  end() {
    this.#agent.destroy();
  }
}
