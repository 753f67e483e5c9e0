import { processorSeconds } from "./process.mjs";
import { median } from "./statistics.mjs";

const WORDS = "Freshly roasted beans, a long table, and somebody who knows what you drink. ";

/** Plain text of so many characters. @param {number} length */
export const prose = (length) => WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length);

/**
 * As many parts between two texts as so many characters hold.
 * @param {number} length @param {[string, string]} ends @param {(number: number) => string} part @param {string} [between]
 */
export function filled(length, [before, after], part, between = "") {
  const parts = [];
  let room = length - before.length - after.length + between.length;
  for (;;) {
    const next = part(parts.length);
    room -= next.length + between.length;
    if (room < 0) return before + parts.join(between) + after;
    parts.push(next);
  }
}

/**
 * A server's processor time for a request, in milliseconds: of one after another, for so many seconds.
 * @param {number} pid @param {number} seconds @param {() => Promise<unknown>} send
 */
export async function costOf(pid, seconds, send) {
  const [began, before] = [performance.now(), processorSeconds(pid)];
  let sent = 0;
  while (sent === 0 || performance.now() - began < 1000 * seconds) {
    await send();
    sent += 1;
  }
  return (1000 * (processorSeconds(pid) - before)) / sent;
}

/**
 * What costly inputs take beside plain ones of the same length. They take turns, so that both meet the same machine.
 * @template Side
 * @param {{ name: string, length: number, plain: Side, costly: Side }[]} inputs
 * @param {number} rounds  of which the median counts @param {(side: Side) => Promise<number>} measure
 */
export async function compare(inputs, rounds, measure) {
  const rows = [];
  for (const { name, length, plain, costly } of inputs) {
    const times = { plain: [], costly: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.plain.push(await measure(plain));
      times.costly.push(await measure(costly));
    }
    rows.push(compared({ name, length, ...times }));
    console.log(`${name}: ${rows.at(-1).ratio.toFixed(2)} ×`);
  }
  return rows;
}

/** @param {{ name: string, length: number, plain: number[], costly: number[] }} times */
export function compared({ name, length, ...times }) {
  const [plain, costly] = [median(times.plain), median(times.costly)];
  return { name, length, plain, costly, ratio: costly / plain };
}
