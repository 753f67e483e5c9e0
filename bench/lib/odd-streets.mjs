// Street lines as registers and people misspell them.

const ORDINALS = [
  "First",
  "Second",
  "Third",
  "Fourth",
  "Fifth",
  "Sixth",
  "Seventh",
  "Eighth",
  "Ninth",
  "Tenth",
  "Eleventh",
  "Twelfth",
];
const SUFFIX = ["th", "st", "nd", "rd"];
const ordinal = (number) => `${number}${SUFFIX[number] ?? "th"}`;

/** "Fifth" for "5th", and back; undefined if the street has no number. */
function otherOrdinal(line) {
  for (const [i, word] of ORDINALS.entries()) {
    const digits = ordinal(i + 1);
    const found = new RegExp(`\\b(?:${word}|${digits})\\b`, "i").exec(line)?.[0];
    if (found) return line.replace(found, found.toLowerCase() === digits ? word : digits);
  }
  return undefined;
}

/** The number replaced by a range or a pair of numbers that begins with it. */
const asRange = (form) => (line) =>
  line.replace(/^(\d+)/, (_, from) => form(from, Number(from) + 4));

/** The longest word of the street's name with one slip; undefined if it is too short. */
function misspelt(line, random) {
  const words = line.split(" ").slice(1);
  const word = words.sort((a, b) => b.length - a.length)[0] ?? "";
  if (word.length < 5 || /\d/.test(word)) return undefined;
  const at = 1 + Math.floor(random() * (word.length - 3));
  const [one, two] = [word[at], word[at + 1]];
  const slips = [
    word.slice(0, at) + two + one + word.slice(at + 2),
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + one + word.slice(at),
  ];
  return line.replace(word, slips[Math.floor(random() * slips.length)]);
}

const SUFFIXES =
  /\s+(street|avenue|boulevard|road|drive|lane|court|place|st|ave|blvd|rd|dr|ln|ct|pl)\.?$/i;
const DIRECTION = /^(\d+\S*) (north|south|east|west|n|s|e|w)\.? (?=\S+ )/i;

const FORMS = [
  otherOrdinal,
  asRange((from, to) => `${from}-${to}`),
  asRange((from, to) => `${from} - ${to}`),
  asRange((from, to) => `${from} & ${to}`),
  (line) => `${line}, 2nd Floor`,
  (line) => `${line} Rear`,
  (line) => `${line} Lower Level`,
  (line) => `${line}, Shop 4`,
  (line) => `Ste 200, ${line}`,
  (line) => `${line} Suite 101-B`,
  (line) => (SUFFIXES.test(line) ? line.replace(SUFFIXES, "") : undefined),
  (line) => (DIRECTION.test(line) ? line.replace(DIRECTION, "$1 ") : undefined),
  misspelt,
];

/** One of the spellings that this line can have. @param {string} address @param {() => number} random */
export function spelledOddly(address, random) {
  const lines = FORMS.map((form) => form(address, random)).filter((line) => line);
  return lines[Math.floor(random() * lines.length)];
}
