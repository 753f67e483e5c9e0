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

/** Branches as registers and maps write them; all of them belong to chains. */
export const BRANCHES_AS_WRITTEN = `Panera Bread Bakery Cafe
Panera Bread Bakery Cafe (Stuart St.)
Panera Bread Bakery/Cafe # 1411
Panera
Au Bon Pain
Au Bon Pain Kiosk (1st Fl.)
Au Bon Pain Outdoor Cafe
Choice's by Au Bon Pain
Designer Cafe'(Au Bon Pain)
AU BON PAIN (4TH FL)
Einstein's Bagels
Einstein Brothers
B. U. Einsteins Bagels
LaMar's
Lamars Donuts
Paradise Bakery & Cafe
Bruegger's Bagel Bakery
Brueger's Bagels
DUNKIN DONUT
Dunkin Donuts North Station
Dunkin Donuts Gate C29
Dunkin Donuts Kiosk Space 55A
DUNKIN DONUTS-U S AIR
DUNKIN/DONUT/WATERMARK
DUNKIN' DONUTS(RMG DONUTS LLC)
HOST-STARBUCKS
HOST-STARBUCKS (GATE B31)
HOST-STARBUCKS-GATE C28 Trmnl C
Starbuck's
Stabucks
Starbucks inside King Sooper Marketplace
The Westin Boston Waterfront/Starbucks
Carabou Coffee
Dazbog
Jamba Juice
Peet's Coffee & Tea(United Terminal BA A34)
Port City Java Cofeehouse Café
Philz Coffee Truck
Nespresso Boutique Bar
Tully's
TCBY`.split("\n");

/** Independents with a brand's whole name, where the brand isn't. */
export const NAMESAKES = [
  { name: "Arabica Coffee", zip: "04101" },
  { name: "Black Rock Coffee Roasters", zip: "58102" },
  { name: "Casey's", zip: "97201" },
  ...["Hill Street", "Market", "Old Mill", "Five Points"].map((place) => ({
    name: `${place} Corner Bakery`,
  })),
];
