// Names of chain locations, built from the brand table, and of independents whose name contains a brand's word.
import { readFileSync } from "node:fs";

const table = new URL("../../crates/chain-names/data/brands.tsv", import.meta.url);

/** Nationwide coffee brands whose names aren't common words. */
const BRANDS = readFileSync(table, "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"))
  .filter(([tier, , states, , ambiguous]) => tier === "coffee" && !states && !ambiguous)
  .map(([, brand]) => brand);

const PLACES = ["GALLERIA", "Terminal B", "Main & 5th", "Crabtree Mall", "Exit 12"];
const HOSTS = [
  "Renaissance Hotel",
  "King Sooper",
  "Kroger",
  "Duke University Hospital",
  "City Airport",
];
const number = (random) => 100 + Math.floor(random() * 30_000);
const pick = (list, random) => list[Math.floor(random() * list.length)];

const FORMS = [
  (brand, random) => `${brand} #${number(random)}`,
  (brand, random) => `${brand} Store ${number(random)}`,
  (brand, random) => `${brand}/${pick(PLACES, random)}`,
  (brand, random) => `${pick(HOSTS, random)} (${brand})`,
  (brand, random) => `${brand} inside ${pick(HOSTS, random)}`,
  (brand) => `${brand}, Inc.`,
  (brand, random) => `${brand.toUpperCase()} ${number(random)}`,
  (brand, random) => `${brand} - ${pick(PLACES, random)}`,
  (brand, random) => `${pick(HOSTS, random)} ${brand}`,
  (brand, random) => `${pick(HOSTS, random)} - ${brand}`,
];

/** One typo in a long word. */
function misspelt(brand, random) {
  const letters = [...brand];
  const places = letters.flatMap((letter, i) => (i > 0 && /[a-z]/.test(letter) ? [i] : []));
  const place = pick(places, random);
  letters.splice(place, 1);
  return letters.join("");
}

/** For each brand, a name in every form and one with a typo. @param {() => number} random */
export function chainNames(random) {
  return BRANDS.flatMap((brand) => [
    ...FORMS.map((form) => ({ name: form(brand, random), slip: false })),
    ...(brand.length > 6 ? [{ name: misspelt(brand, random), slip: true }] : []),
  ]);
}

/** Independent shops with a brand's word, or most of a brand's name, in theirs. None may be skipped. */
export const INDEPENDENTS = `Peet Street Coffee
Java City Beans
Caribou Crossing Coffee
Dunkin Hill Coffee
Starbuckle Roasters
Star Bucks Saloon
Peets Landing
The Human Bean Counter
Bean Leaf Cafe
Tim Horton Memorial Cafe
Biggby Creek Roasters
Blue Bottle Tree Cafe
Black Rock Mountain Coffee
Scooter's Garage Coffee
Gloria Jean's Kitchen
Philz Hardware & Coffee
Dutch Brothers Farm Cafe
Second Cupboard Coffee
Coffee Bean Counter
Crispy Cream Cafe
Seattle's Corner Coffee
Joe's Juice
Joe's Coffee
Caffe Nero d'Avola
Costa Verde Coffee
Costa Brava Cafe
Lavazza Hill Cafe
Illy Mae's Coffee
Einstein's Attic Coffee
Bruegger Farm Cafe
Manhattan Street Bagel
Panera Street Coffee
Au Bon Cafe
Le Pain Perdu
Cinnabon Jovi Cafe
Honey Dew Farm Cafe
Shipley Street Donuts
Lamar's Garage Coffee
Krispy Kernel Cafe
Tully Street Coffee
Port City Roasters
Beans & Books
Beans and Brew House
Ziggy's Coffee
Colectiva Cafe
Stump Town Saw Mill Cafe
Better Days Buzz
Kaldi Hill Coffee
Community Garden Coffee
Summer Moon Bakery Farm
Jittery Jim's
Compass Rose Coffee
Foxtail Farm Cafe
Moxie Mountain Java
Green Bean Coffee
Saxby Street Cafe
Just Love Bakery
Bluestone Farm Coffee
Gregory Street Coffee
Grounds for Starbucks Critics`.split("\n");
