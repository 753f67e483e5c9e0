import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { FIRST, KIND, randomFrom, SECOND } from "./generate.mjs";
import { compare, costOf } from "./lib/costs.mjs";
import { expectAnswer } from "./lib/steady.mjs";

/** Characters of a text that are searched for. */
const LONGEST = 200;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";
/** Words one slip away from the one that most names have. */
const NEARLY_COFFEE = "cofee coffe offee coffeee cofffee cooffee ccoffee coffeez".split(" ");

const random = randomFrom(20_261_129);
const pick = (list) => list[Math.floor(random() * list.length)];
const many = (count, make) => Array.from({ length: count }, (_, place) => make(place)).join(" ");
const letters = (count) => Array.from({ length: count }, () => pick(LETTERS)).join("");
/** The same text in other letters, so that no answer is in the cache. */
const anyCase = (text) =>
  [...text].map((one) => (random() < 0.5 ? one.toUpperCase() : one)).join("");

/** One letter less. @param {string} word */
function slip(word) {
  const at = 1 + Math.floor(random() * (word.length - 2));
  return word.slice(0, at) + word.slice(at + 1);
}

/** Texts of names, as long as people would type if they typed so much. @param {number} length */
function names(length) {
  let text = "";
  while (text.length < length) text += `${pick(FIRST)} ${pick(SECOND)} ${pick(KIND)} `;
  return text.slice(0, length);
}

/** Each makes another text each time. @type {Record<string, () => string>} */
const COSTLY = {
  "ten unknown words of 19 letters": () => many(10, () => letters(19)),
  "five unknown words of 39 letters": () => many(5, () => letters(39)),
  "ten words of 40 letters": () => many(10, () => letters(40)),
  "ten near misses of names": () => many(10, () => slip(pick(pick([FIRST, SECOND])))),
  "ten near misses of one word": () => many(10, () => pick(NEARLY_COFFEE)),
  "one word ten times, the last time begun": () =>
    anyCase(`${many(9, () => "coffee")} ${pick(["co", "ca", "ro", "ma", "st"])}`),
  "a hundred words of one letter": () => many(100, () => pick(LETTERS)),
  "a hundred commas": () => many(50, () => `${pick(LETTERS)},,`),
  "ten words of 13 ligatures, which are 39 letters": () =>
    many(10, () => Array.from({ length: 13 }, () => pick(["ﬃ", "ﬄ"])).join("")),
  "ten words of accents": () =>
    many(10, () => Array.from({ length: 19 }, () => pick(["é", "ü", "ñ", "ç"])).join("")),
  "words that are filters, again and again": () =>
    anyCase("wifi open now near me dog friendly outdoor seating parking ".repeat(3)),
  "every shop that is open now": () => anyCase("coffee shops open now"),
};

/**
 * Searches that are made to cost more than their length explains, each for the first time.
 * @param {import("./lib/townperk.mjs").Townperk} townperk  that serves
 * @param {{ rounds: number, seconds: number, shops: number }} options
 */
export async function measureSearchCosts(townperk, { rounds, seconds, shops }) {
  while (!((await townperk.metric("townperk_search_shops")) >= shops * 0.999)) await sleep(20);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const inputs = Object.entries(COSTLY).map(([name, costly]) => {
    const length = Math.min(LONGEST, costly().length);
    return { name, length, plain: () => names(length), costly };
  });
  const rows = await compare(inputs, rounds, (text) =>
    costOf(townperk.pid, seconds, () =>
      expectAnswer(200, `${townperk.url}/api/search?q=${encodeURIComponent(text())}`, { agent }),
    ),
  );
  agent.destroy();
  return rows;
}
