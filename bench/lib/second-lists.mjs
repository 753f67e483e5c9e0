// Second lists with known shops, and different shops that look alike.

/** Meters per degree of latitude. */
const DEGREE = 111_195;

const pick = (list, random) => list[Math.floor(random() * list.length)];

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

const HOLDINGS = ["Oak Hill Holdings LLC", "JKM Foods Inc", "Three Rivers Hospitality LLC"];

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

const second = (shop, random) => ({
  name: registered(shop.name, random),
  address: abbreviated(shop.address, random),
  zip: shop.zip,
});

export const SECOND_LISTS = {
  "address and ZIP code": second,
  "the same, 35 m off": (shop, random) => ({
    ...second(shop, random),
    ...shifted(shop, 35, random),
  }),
  "the same, 110 m off": (shop, random) => ({
    ...second(shop, random),
    ...shifted(shop, 110, random),
  }),
  "a new name, address, ZIP code, telephone or website": (shop, random) =>
    (shop.website ?? shop.phone) && {
      ...second({ ...shop, name: pick(OTHERS, random) }, random),
      website: shop.website,
      phone: shop.phone,
    },
  "name and point, 35 m off": (shop, random) => ({ name: shop.name, ...shifted(shop, 35, random) }),
};

const OTHERS = [
  "Amber Kettle",
  "Crooked Spoon",
  "Indigo Lamp",
  "Mossy Anvil",
  "Velvet Heron",
  "Willow Press",
];

const renumbered = (address, by) =>
  address.replace(/^\d+/, (number) => String(Number(number) + by));

export const DECOYS = {
  "another shop next door": (shop, random) => ({
    name: pick(OTHERS, random),
    address: renumbered(shop.address, 2),
    zip: shop.zip,
    ...shifted(shop, 15, random),
  }),
  "another shop in the same house": (shop, random) => ({
    name: pick(OTHERS, random),
    address: shop.address,
    zip: shop.zip,
  }),
  "the same name across town": (shop, random) => ({
    name: shop.name,
    address: `${100 + Math.floor(random() * 800)} Far Meadow Road`,
    zip: shop.zip,
    ...shifted(shop, 3000, random),
  }),
  "a branch with the same telephone and website": (shop, random) => ({
    name: shop.name,
    address: `${100 + Math.floor(random() * 800)} Far Meadow Road`,
    zip: shop.zip,
    phone: shop.phone ?? "919-555-0142",
    website: shop.website,
    ...shifted(shop, 3000, random),
  }),
  "the same, without a point": (shop, random) => ({
    name: shop.name,
    address: `${100 + Math.floor(random() * 800)} Far Meadow Road`,
    zip: shop.zip,
    phone: shop.phone ?? "919-555-0142",
    website: shop.website,
  }),
};
