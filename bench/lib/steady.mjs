import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Sends several streams of requests at steady rates for some seconds, however long each takes, and waits for the last.
 * Late requests are sent at once, so slow responses don't reduce the load.
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
 * One request. The time starts before waiting for a connection and ends with the last byte of the response.
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

/** Like `ask`, but throws unless the status is `status`; returns the milliseconds. */
export async function expectAnswer(status, url, options) {
  const answer = await ask(url, options);
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status}`);
  return answer.milliseconds;
}
