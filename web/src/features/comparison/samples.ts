import type { ShopFacts } from "../../components/shop-facts.tsx";

/** What a visitor learns from one version of a shop's page. `null` and empty lists: not known. */
export interface SampleProfile {
  description: string | null;
  facts: ShopFacts;
  /** Today's state of opening, such as "Open until 5 PM". */
  now: string | null;
  /** Days and times, as on a shop's page. */
  hours: readonly (readonly [days: string, times: string])[];
  phone: string | null;
  website: string | null;
  categories: readonly string[];
  amenities: readonly string[];
}

/** An invented shop, before and after its profile was filled in. */
export interface SampleShop {
  /** Seeds the drawing. */
  slug: string;
  name: string;
  town: string;
  address: string;
  current: SampleProfile;
  enhanced: SampleProfile;
}

const NO_FACTS: ShopFacts = {
  rating: null,
  reviewCount: null,
  googleRating: null,
  googleReviewCount: null,
  foursquareRating: null,
  foursquarePriceLevel: null,
  priceLevel: null,
};

const BARE: SampleProfile = {
  description: null,
  facts: NO_FACTS,
  now: null,
  hours: [],
  phone: null,
  website: null,
  categories: [],
  amenities: [],
};

/** Invented, with a telephone number and web addresses that are reserved for examples. */
export const SAMPLES: readonly SampleShop[] = [
  {
    slug: "sample-depot-coffee",
    name: "Depot Coffee",
    town: "Anytown, LA",
    address: "12 Railroad Ave, Anytown, LA 00000",
    current: BARE,
    enhanced: {
      description:
        "Espresso and biscuits in the old freight depot. The kitchen bakes from five in the morning, and the platform is now a porch with twelve tables.",
      facts: { ...NO_FACTS, foursquareRating: "8.8", foursquarePriceLevel: 1 },
      now: "Open until 5 PM",
      hours: [
        ["Monday – Friday", "6 AM – 5 PM"],
        ["Saturday", "7 AM – 3 PM"],
        ["Sunday", "Closed"],
      ],
      phone: "(318) 555-0142",
      website: "depot.example",
      categories: ["Coffee Shop", "Breakfast Spot"],
      amenities: ["WiFi", "Parking", "Outdoor Seating"],
    },
  },
  {
    slug: "sample-second-street-roasters",
    name: "Second Street Roasters",
    town: "Anytown, LA",
    address: "208 Second St, Anytown, LA 00000",
    current: {
      ...BARE,
      description: "Coffee roaster downtown.",
      phone: "(318) 555-0117",
    },
    enhanced: {
      description:
        "A roaster with six seats at the counter. Beans are roasted on Tuesdays and Fridays, and you can watch. Filter coffee changes each week.",
      facts: { ...NO_FACTS, foursquareRating: "9.2", foursquarePriceLevel: 2 },
      now: "Opens tomorrow at 7 AM",
      hours: [
        ["Tuesday – Saturday", "7 AM – 2 PM"],
        ["Sunday – Monday", "Closed"],
      ],
      phone: "(318) 555-0117",
      website: "secondstreet.example",
      categories: ["Coffee Roaster", "Coffee Shop"],
      amenities: ["WiFi", "Work Friendly"],
    },
  },
  {
    slug: "sample-porch-light-cafe",
    name: "Porch Light Café",
    town: "Anytown, LA",
    address: "77 Magnolia St, Anytown, LA 00000",
    current: { ...BARE, hours: [["Every day", "7 AM – 7 PM"]], now: "Open until 7 PM" },
    enhanced: {
      description:
        "Coffee, chicory and pie in a house with a garden. Dogs are welcome on the porch, and there is a quiet room upstairs for people who work.",
      facts: { ...NO_FACTS, foursquareRating: "8.1", foursquarePriceLevel: 1 },
      now: "Open until 7 PM",
      hours: [["Every day", "7 AM – 7 PM"]],
      phone: "(318) 555-0163",
      website: "porchlight.example",
      categories: ["Café", "Pie Shop"],
      amenities: ["WiFi", "Pet Friendly", "Work Friendly", "Outdoor Seating"],
    },
  },
];

/** What a profile can tell, in the order of a shop's page. */
const PARTS: readonly (readonly [name: string, isKnown: (profile: SampleProfile) => boolean])[] = [
  ["rating", ({ facts }) => facts.foursquareRating !== null],
  ["price level", ({ facts }) => facts.foursquarePriceLevel !== null],
  ["description", ({ description }) => description !== null],
  ["hours", ({ hours }) => hours.length > 0],
  ["phone", ({ phone }) => phone !== null],
  ["website", ({ website }) => website !== null],
  ["categories", ({ categories }) => categories.length > 0],
  ["amenities", ({ amenities }) => amenities.length > 0],
];

/** How many of the parts are known, of how many, and the names of the others. */
export function completeness(profile: SampleProfile) {
  const missing = PARTS.filter(([, isKnown]) => !isKnown(profile)).map(([name]) => name);
  return { known: PARTS.length - missing.length, of: PARTS.length, missing };
}
