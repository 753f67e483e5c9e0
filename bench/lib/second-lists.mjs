// Second lists with known shops, and different shops that look alike.
import { spelledOddly } from "./odd-streets.mjs";

/** Meters per degree of latitude. */
const DEGREE = 111_195;

const pick = (list, random) => list[Math.floor(random() * list.length)];
const between = (least, most, random) => least + Math.floor(random() * (most - least + 1));

/** A point this many meters away in a random direction. */
function shifted({ lat, lon }, meters, random) {
  const angle = random() * 2 * Math.PI;
  return {
    lat: lat + (meters * Math.cos(angle)) / DEGREE,
    lon: lon + (meters * Math.sin(angle)) / DEGREE / Math.cos((lat * Math.PI) / 180),
  };
}

const SHORT = {
  Street: "St",
  Avenue: "Ave",
  Boulevard: "Blvd",
  Road: "Rd",
  Drive: "Dr",
  Lane: "Ln",
  Highway: "Hwy",
  Parkway: "Pkwy",
  Court: "Ct",
  Place: "Pl",
  Plaza: "Plz",
  Square: "Sq",
  Circle: "Cir",
  North: "N",
  South: "S",
  East: "E",
  West: "W",
};
const UNITS = ["", "", "", " STE 101", ", Suite B", " #4", " Unit 12"];

/** As written in registers. */
function abbreviated(address, random) {
  let line = address;
  for (const [long, short] of Object.entries(SHORT))
    line = line.replaceAll(new RegExp(`\\b${long}\\b`, "g"), random() < 0.5 ? short : `${short}.`);
  if (random() < 0.5) line = line.toUpperCase();
  return line + pick(UNITS, random);
}

const HOLDINGS = [
  "Oak Hill Holdings LLC",
  "JKM Foods Inc",
  "Three Rivers Hospitality LLC",
  "SMITH FAMILY ENTERPRISES",
  "Compass Group",
  "1418 Ventures, LLC",
];

/** As named in registers. */
function registered(name, random) {
  const forms = [
    (text) => text,
    (text) => text.toUpperCase(),
    (text) => `${text} LLC`,
    (text) => `${text}, Inc.`,
    (text) => `${pick(HOLDINGS, random)} DBA ${text}`,
    (text) => `${text}/${pick(HOLDINGS, random)}`,
    (text) => text.replaceAll("&", "and"),
  ];
  return pick(forms, random)(name);
}

/** With its company's name in the same cell. */
function tradingAs(name, random) {
  const [company, shown] = [pick(HOLDINGS, random), random() < 0.5 ? name : name.toUpperCase()];
  const forms = [
    `${company} DBA: ${shown}`,
    `${company} t/a ${shown}`,
    `${company} dba ${shown}`,
    `${company} D/B/A ${shown}`,
    `${company} d.b.a. ${shown}`,
    `${company} (DBA ${shown})`,
  ];
  return pick(forms, random);
}

/** Columns of registers for the company's name and the shop's, whichever comes first. */
const NAME_COLUMNS = [
  ["Legal Name", "DBA Name"],
  ["Business Name", "DBA Name"],
  ["Legal Name", "Trade Name"],
  ["name", "DBA Name"],
  ["DBA Name", "name"],
];

const NEIGHBORHOODS = [
  "Garfield",
  "Bloomfield",
  "Lawrenceville",
  "Shadyside",
  "Squirrel Hill",
  "Downtown",
  "Five Points",
  "Boylan Heights",
  "Oakwood",
  "Trinity Park",
  "Old West Durham",
  "Brier Creek",
  "North Hills",
  "Glenwood South",
];

/** With its part of town, or its town. */
function inNeighborhood({ name, city }, random) {
  const part = pick(NEIGHBORHOODS, random);
  const forms = [
    `${name} - ${part}`,
    `${name} - ${part}`,
    `${name} – ${part}`,
    `${name}, ${part}`,
    `${name} at ${part}`,
    `${name} @ ${part}`,
    `${name} (${part})`,
    `${name} ${part}`,
    `${name} ${city ?? part}`,
    `${name} - ${city ?? part}`,
    `${city ?? part} ${name}`,
  ];
  return pick(forms, random);
}

const second = (shop, random) => ({
  name: registered(shop.name, random),
  address: abbreviated(shop.address, random),
  zip: shop.zip,
});

const withoutPlace = ({ name, phone, city, state }) => ({ name, phone, city, state });

/** What a second list has, and what should come of it. */
export const SECOND_LISTS = {
  "address and ZIP code": { goal: "recognized", make: second },
  "the same, 35 m off": {
    goal: "recognized",
    make: (shop, random) => ({ ...second(shop, random), ...shifted(shop, 35, random) }),
  },
  "the same, 110 m off": {
    goal: "recognized",
    make: (shop, random) => ({ ...second(shop, random), ...shifted(shop, 110, random) }),
  },
  "legal name and DBA in two columns": {
    goal: "recognized",
    make: (shop, random) => {
      const [legal, trade] = pick(NAME_COLUMNS, random);
      const { name, ...place } = second(shop, random);
      const isCompany = random() < 0.7;
      return {
        ...place,
        [legal]: isCompany ? pick(HOLDINGS.slice(0, 3), random) : `${shop.name.toUpperCase()} LLC`,
        [trade]: isCompany || random() < 0.5 ? shop.name : undefined,
      };
    },
  },
  "both in one column": {
    goal: "recognized",
    make: (shop, random) => ({ ...second(shop, random), name: tradingAs(shop.name, random) }),
  },
  "a neighborhood or town in the name, address": {
    goal: "recognized",
    make: (shop, random) => ({ ...second(shop, random), name: inNeighborhood(shop, random) }),
  },
  "the same with a point": {
    goal: "recognized",
    make: (shop, random) => ({
      ...second(shop, random),
      name: inNeighborhood(shop, random),
      ...shifted(shop, between(0, 60, random), random),
    }),
  },
  '"#2" or "Cafe 2" at one address': {
    goal: "asked",
    make: (shop, random) => ({
      ...second(shop, random),
      name: pick([`${shop.name} #2`, `${shop.name} 2`, `${shop.name} No. 3`], random),
    }),
  },
  "name and point, 10 to 75 m off": {
    goal: "recognized",
    make: (shop, random) => ({
      name: shop.name,
      ...shifted(shop, between(10, 74, random), random),
    }),
  },
  "name and point, 110 to 300 m off": {
    goal: "asked",
    make: (shop, random) => ({
      name: shop.name,
      ...shifted(shop, between(110, 299, random), random),
    }),
  },
  "another name, same address": {
    goal: "asked",
    make: (shop, random) => ({
      name: invented(random),
      address: abbreviated(shop.address, random).replace(/( STE|, Suite| #| Unit).*$/, ""),
      zip: shop.zip,
    }),
  },
  "a new name, address, ZIP code, telephone or website": {
    goal: "asked",
    make: (shop, random) => ({
      ...second({ ...shop, name: invented(random) }, random),
      website: shop.website,
      phone: shop.phone,
    }),
  },
  "name, telephone and town": {
    goal: "recognized",
    // Of several branches in a town, a list without addresses can't tell which one it means.
    make: (shop) => (shop.city && shop.state && !shop.hasNamesake ? withoutPlace(shop) : undefined),
  },
  "odd spellings of the street": {
    goal: "recognized",
    make: (shop, random) => ({
      name: shop.name,
      address: spelledOddly(shop.address, random),
      zip: shop.zip,
    }),
  },
};

const FIRST = ["Amber", "Crooked", "Indigo", "Mossy", "Velvet", "Willow", "Copper", "Gentle"];
const LAST = ["Kettle", "Spoon", "Lamp", "Anvil", "Heron", "Press", "Ladder", "Orchard", "Thimble"];
const invented = (random) => `${pick(FIRST, random)} ${pick(LAST, random)}`;

const renumbered = (address, by) =>
  address.replace(/^\d+/, (number) => String(Number(number) + by));
const elsewhere = (random) => `${between(100, 89_999, random)} Far Meadow Road`;

export const DECOYS = {
  "another shop next door": (shop, random) => ({
    name: invented(random),
    address: renumbered(shop.address, 2),
    zip: shop.zip,
    ...shifted(shop, 15, random),
  }),
  "another shop in the same house": (shop, random) => ({
    name: invented(random),
    address: shop.address,
    zip: shop.zip,
  }),
  "another shop in the same house, one switchboard": (shop, random) => ({
    name: invented(random),
    address: shop.address,
    zip: shop.zip,
    phone: shop.phone,
    website: shop.website,
    ...shifted(shop, 10, random),
  }),
  "another shop that names this one as its host": (shop, random) => ({
    name: pick(
      [
        `${shop.name} / ${invented(random)}`,
        `${invented(random)} (${shop.name})`,
        `${invented(random)} at ${shop.name}`,
        `Compass Group DBA ${invented(random)}`,
      ],
      random,
    ),
    address: shop.address,
    zip: shop.zip,
    phone: shop.phone,
  }),
  "a shop next to it with more or fewer words in its name": (shop, random) => ({
    name: pick([`${shop.name} Books`, `${shop.name} Kitchen`, `${shop.name} Tea Room`], random),
    address: shop.address,
    zip: shop.zip,
  }),
  "a numbered branch at the same address": (shop, random) => ({
    name: `${shop.name} ${between(2, 5, random)}`,
    address: shop.address,
    zip: shop.zip,
    phone: shop.phone,
  }),
  "the same name across town": (shop, random) => ({
    name: shop.name,
    address: elsewhere(random),
    zip: shop.zip,
    ...shifted(shop, 3000, random),
  }),
  "a branch with its neighborhood, telephone and website": (shop, random) => ({
    name: `${shop.name} - ${pick(NEIGHBORHOODS, random)}`,
    address: elsewhere(random),
    zip: shop.zip,
    phone: shop.phone,
    website: shop.website,
  }),
  "a branch with the same telephone and website": (shop, random) => ({
    name: shop.name,
    address: elsewhere(random),
    zip: shop.zip,
    phone: shop.phone,
    website: shop.website,
    ...shifted(shop, 3000, random),
  }),
  "the same, without a point": (shop, random) => ({
    name: shop.name,
    address: elsewhere(random),
    zip: shop.zip,
    phone: shop.phone,
    website: shop.website,
  }),
};
