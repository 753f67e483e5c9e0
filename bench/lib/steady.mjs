import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Does several things at steady rates for some seconds, however long each takes, and waits for the last of them. What
 * falls behind is made up for at once, so a slow answer does not thin out the load.
 * @param {number} seconds @param {{ perSecond: number, send: (number: number) => Promise<unknown> }[]} streams
 */
export async function steadily(seconds, streams) {
  const began = performance.now();
  const pending = [];
  const sent = streams.map(() => 0);
  let passed = 0;
  while (passed < seconds) {
    passed = Math.min(seconds, (performance.now() - began) / 1000);
    for (const [index, { perSecond, send }] of streams.entries())
      for (; sent[index] < Math.round(passed * perSecond); sent[index] += 1)
        pending.push(send(sent[index]));
    await sleep(1);
  }
  await Promise.all(pending);
}

/**
 * One request. The milliseconds end with the last byte of the answer, and begin before it waits for a connection.
 * @param {string} url @param {http.RequestOptions & { body?: string }} options
 * @returns {Promise<{ status: number, milliseconds: number }>}
 */
export function ask(url, { body, ...options }) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    http
      .request(url, options, (answer) => {
        answer.resume();
        answer.on("end", () =>
          resolve({ status: answer.statusCode, milliseconds: performance.now() - began }),
        );
        answer.on("error", reject);
      })
      .on("error", reject)
      .end(body);
  });
}

/** As `ask`, where anything but `status` is a mistake; gives the milliseconds. */
export async function expectAnswer(status, url, options) {
  const answer = await ask(url, options);
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status}`);
  return answer.milliseconds;
}
