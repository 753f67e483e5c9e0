// Generates bench/queries.txt: 500 typical searches built from the gazetteer. The same tables give the same list.
// usage: node bench/queries.mjs > bench/queries.txt
import { FIRST, KIND, randomFrom, readTable, SECOND } from "./generate.mjs";

const random = randomFrom(20_261_121);
const pick = (list) => list[Math.floor(random() * list.length)];

const places = readTable("places.csv").filter(({ kind }) => kind === "P");
const zips = readTable("zip_areas.csv").filter(({ kind }) => kind === "S");
const states = readTable("states.csv");
const town = () => pick(places);

/** One typo: two letters swapped, or one missing, doubled or wrong. @param {string} word */
function slip(word) {
  const at = 1 + Math.floor(random() * Math.max(1, word.length - 2));
  return pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at] + word.slice(at),
    `${word.slice(0, at)}e${word.slice(at + 1)}`,
    word.slice(0, at) + (word[at + 1] ?? "") + word[at] + word.slice(at + 2),
  ]);
}

const long = () => {
  for (;;) {
    const { name } = town();
    if (name.length >= 7) return name;
  }
};

/** @param {Record<string, string>} place */
const nameAndState = ({ name, state }) => `${name}, ${state}`;

/** Kinds of searches, and how many of 500. @type {[number, () => string][]} */
const kinds = [
  [120, () => town().name],
  [90, () => nameAndState(town())],
  [30, () => `${pick(places).name} coffee`],
  [80, () => long().slice(0, 3 + Math.floor(random() * 4))],
  [50, () => slip(long())],
  [40, () => pick(zips).zip],
  [40, () => `${pick(FIRST)} ${pick(SECOND)}`],
  [20, () => pick([pick(FIRST), pick(SECOND), slip(pick(SECOND))])],
  [10, () => pick(KIND)],
  [10, () => pick(states).name],
  [10, () => `${pick(["coffee", "cafe", "espresso", "bakery"])} ${pick(places).name}`],
];

const queries = new Set();
for (const [count, make] of kinds) {
  const enough = queries.size + count;
  for (let tries = 0; queries.size < enough && tries < count * 100; tries += 1) {
    const query = make().trim();
    queries.add(random() < 0.5 ? query.toLowerCase() : query);
  }
}
process.stdout.write(`${[...queries].join("\n")}\n`);
