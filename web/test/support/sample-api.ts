import type {
  City,
  DayHours,
  Freshness,
  Ranking,
  Shop,
  SitePage,
  Spot,
  Spots,
  State,
  Story,
} from "../../src/api/types.ts";
import { paged } from "./paged.ts";
import { answerBlog } from "./sample-blog.ts";
import { homeWords, makeCity, makeShop, site } from "./samples.ts";

/** A small made-up directory that answers the API's reads, for the preview and for page tests. */

const TOWNS: [name: string, state: string, stateName: string, hue: number | null, shops: number][] =
  [
    ["Alexandria", "LA", "Louisiana", 203, 60],
    ["Hammond", "LA", "Louisiana", 24, 9],
    ["Monroe", "LA", "Louisiana", 150, 7],
    ["Lake Charles", "LA", "Louisiana", 190, 11],
    ["Marfa", "TX", "Texas", 32, 4],
    ["Beacon", "NY", "New York", 340, 8],
    ["Astoria", "OR", "Oregon", 210, 6],
    ["Truth or Consequences", "NM", "New Mexico", 15, 3],
    ["Eureka Springs", "AR", "Arkansas", 130, 5],
    ["Bar Harbor", "ME", "Maine", 220, 6],
    ["Decorah", "IA", "Iowa", 95, 2],
    ["Telluride", "CO", "Colorado", 265, 5],
    ["Abbeville", "SC", "South Carolina", 50, 1],
    ["Winona", "MN", "Minnesota", null, 0],
  ];

const NAMES = [
  "The Copper Kettle",
  "Second Story Coffee",
  "Pine & Pour",
  "Rosa's",
  "Red River Roasting Company",
  "Daily Bread and Bean",
  "Corner Perk",
  "Old Depot Coffee House",
  "Magnolia Room",
  "Three Sisters Espresso",
  "The Slow Drip Society of Greater Rapides Parish",
  "Bluebird",
];

const STREETS = ["Main Street", "Jackson Street", "3rd Street", "Lee Street", "Bolton Avenue"];

const TEXTS = [
  "A corner room with a brass machine, pecan rolls and the morning paper on sticks.",
  "Beans roasted in the back on Tuesdays; you can smell it from the courthouse.",
  "Opened by two sisters in their grandfather's hardware store. The nail drawers still hold the sugar.",
  "Strong drip, short menu, long tables.",
  null,
  "Espresso, pour-over and a shaded porch where the dogs outnumber the people on Saturdays. On the first Friday of every month there is a string band, and the kitchen stays open until the last song.",
];

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const week: DayHours[] = DAYS.map((day, index) => ({
  day,
  today: index === 2,
  onlyOn: null,
  label: index === 6 ? "Closed" : index === 5 ? "8 AM – 2 PM" : "7 AM – 11 AM, 12 PM – 5 PM",
  spans:
    index === 6
      ? []
      : index === 5
        ? [{ opens: "08:00", closes: "14:00" }]
        : [
            { opens: "07:00", closes: "11:00" },
            { opens: "12:00", closes: "17:00" },
          ],
}));

const slugOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

const id = (kind: number, index: number) =>
  `0197a000-0000-7000-8000-${String(kind * 100_000 + index).padStart(12, "0")}`;

export const cities: City[] = TOWNS.map(([name, state, stateName, hue, count], index) =>
  makeCity({
    id: id(1, index),
    name,
    state,
    stateName,
    slug: `${slugOf(name)}-${state.toLowerCase()}`,
    fallbackColor: hue === null ? null : `hsl(${hue}, 45%, 40%)`,
    coffeeShopCount: count,
    shopsWith: Math.floor(count / 2),
    boostedShops: Math.floor(count / 5),
    description:
      index === 1
        ? "A railroad town where the strawberry festival and the college keep the cups moving."
        : null,
  }),
);

export const shops: Shop[] = cities.flatMap((city, town) =>
  Array.from({ length: city.coffeeShopCount }, (_, index) =>
    sampleShop(city, town * 7 + index, index),
  ),
);

function sampleShop(city: City, seed: number, index: number): Shop {
  const base = NAMES[seed % NAMES.length] ?? "";
  const name = index < NAMES.length ? base : `${base} No. ${index}`;
  const bare = seed % 6 === 4;
  const boosted = index < city.boostedShops;
  const street = `${100 + seed * 3} ${STREETS[seed % STREETS.length]}`;
  const state = bare ? "unknown" : seed % 3 === 0 ? "closed" : "open";
  return makeShop({
    id: id(2, town(city) * 100 + index),
    slug: `${slugOf(name)}-${city.slug}`,
    name,
    cityId: city.id,
    cityName: city.name,
    citySlug: city.slug,
    state: city.state,
    description: TEXTS[seed % TEXTS.length] ?? null,
    ownerDescription:
      index === 1
        ? "We roast on Tuesdays and Fridays. Come early, stay late, bring the dog."
        : null,
    ownerId: index === 1 ? id(3, seed) : null,
    foursquareCategories: bare
      ? []
      : ["Coffee Shop", "Bakery", "Breakfast Spot"].slice(0, 1 + (seed % 3)),
    rating: bare ? null : `4.${seed % 10}`,
    reviewCount: bare ? null : 12 + seed * 17,
    googleRating: bare ? null : `4.${seed % 10}`,
    googleReviewCount: bare ? null : 12 + seed * 17,
    foursquareRating: seed % 2 ? "8.4" : null,
    foursquarePriceLevel: bare ? null : 1 + (seed % 4),
    priceLevel: bare ? null : String(1 + (seed % 4)),
    upvoteCount: boosted ? 42 : seed % 13,
    hours: bare ? null : "Mon-Fri 7am-11am, 12pm-5pm, Sat 8am-2pm",
    openTime: bare ? null : "7:00 AM",
    closeTime: bare ? null : "5:00 PM",
    address: `${street}, ${city.name}, ${city.state} 71301`,
    street,
    isBoosted: boosted,
    onlineStoreUrl: index === 1 ? "store.example/beans" : null,
    onlineStoreName: index === 1 ? "The Back Room Store" : null,
    website: bare ? null : "https://coffee.example",
    permanentlyClosed: index === 3 && city.slug === "hammond-la",
    petFriendly: seed % 4 === 0 ? true : null,
    hasOutdoorSeating: seed % 3 === 0 ? true : null,
    openState:
      state === "unknown"
        ? { state, label: "Hours unknown" }
        : state === "open"
          ? { state, label: "Open until 5 PM" }
          : { state, label: "Closed · opens tomorrow 7 AM" },
    week: bare ? null : week,
  });
}

function town(city: City) {
  return cities.indexOf(city);
}

const story: Story = {
  id: id(4, 1),
  status: "approved",
  version: 1,
  prompt1Response:
    "Our main street was moved four blocks in 1893, building by building, on rolling logs, because the river kept coming in for breakfast. The brass rail at our counter is the old hotel's, and you can still see the notch where they chained the mule.",
  prompt2Response:
    "The second Saturday in October everybody brings a chair and the street becomes one long table.",
  photoUrl: null,
  photo: null,
  createdAt: "2026-03-02T10:00:00Z",
  coffeeShop: {
    name: "Second Story Coffee",
    address: "103 Jackson Street, Alexandria, LA 71301",
    slug: "second-story-coffee-alexandria-la",
  },
};

const has = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const FLAGS = ["hasWifi", "hasParking", "petFriendly", "goodForWork", "hasOutdoorSeating"] as const;

function search(query: URLSearchParams) {
  const q = (query.get("q") ?? "").trim();
  const found = shops.filter(
    (shop) =>
      (has(shop.name, q) || has(`${shop.cityName}, ${shop.state}`, q)) &&
      (query.get("featured") !== "true" || shop.isBoosted) &&
      (query.get("openNow") !== "true" || shop.openState.state === "open") &&
      (!query.get("state") || shop.state === query.get("state")) &&
      FLAGS.every((flag) => query.get(flag) !== "true" || shop[flag]),
  );
  const { items, ...numbers } = paged(found, query, 24);
  const towns =
    q === "" ? [] : cities.filter((city) => has(`${city.name}, ${city.state}`, q)).slice(0, 5);
  if (query.get("type") === "cities") return towns;
  return {
    filters: q.includes("wifi")
      ? [{ kind: "amenity", label: "WiFi", without: q.replace("wifi", "").trim() }]
      : [],
    isCut: false,
    query: q,
    place: null,
    needsLocation: false,
    cities: towns,
    nearestTowns: [],
    suggestedTowns:
      items.length === 0 || q === ""
        ? ["Alexandria, LA", "Hammond, LA", "Monroe, LA", "Lake Charles, LA"]
        : [],
    shops: items,
    ...numbers,
    totalText: String(numbers.total),
  };
}

/** Excerpts: the texts are the server's. */
const legalTexts: Record<string, SitePage> = {
  terms: makePage("terms", "Terms of Service"),
  privacy: makePage("privacy", "Privacy Policy"),
  imprint: makePage("imprint", "Imprint"),
};

function makePage(slug: string, title: string): SitePage {
  return {
    title,
    description: `${title} of the sample directory.`,
    path: `/${slug}`,
    contentHtml: "<h2>First</h2><p>A text.</p>",
    updated: "November 22, 2026",
  };
}

/** The response to an API path, or undefined for "not found". */
export function answer(path: string): unknown {
  const [route = "", text = ""] = path.split("?");
  const query = new URLSearchParams(text);
  const parts = route.split("/").slice(2);
  if (route === "/api/site/home") return homeWords;
  if (route === "/api/site/sources")
    return { inUse: ["foursquare_list", "foursquare_api", "overture", "pexels", "ai"] };
  if (route.startsWith("/api/site/legal/")) return legalTexts[parts[2] ?? ""];
  if (parts[0] === "site") return { ...site, demoShopCount: shops.length };
  if (parts[0] === "search") return search(query);
  if (parts[0] === "states") return states;
  if (route === "/api/freshness") return freshness;
  if (route === "/api/freshness/cities")
    return paged(
      cities.filter(({ state }) => has(state, query.get("state") ?? "")),
      query,
      50,
    );
  if (parts[0] === "ranking") return ranking;
  if (route === "/api/boosts/visibility") return { percent: null, source: null };
  if (parts[0] === "cities") return answerCities(parts.slice(1), query);
  if (parts[0] === "coffee-shops") return answerShops(parts.slice(1));
  if (parts[0] === "blog") return answerBlog(parts.slice(1), query);
  return undefined;
}

function answerCities([slug, part]: string[], query: URLSearchParams): unknown {
  if (slug === "all") return cities;
  if (slug === undefined) {
    if (query.get("sort") === "popular" || query.has("near"))
      return cities.slice(0, Number(query.get("limit")));
    if (query.has("page")) {
      return paged(
        cities.filter((city) =>
          has(`${city.name}, ${city.state} ${city.stateName}`, query.get("filter") ?? ""),
        ),
        query,
        24,
      );
    }
    return cities;
  }
  const city = cities.find((one) => one.slug === slug);
  if (!city) return undefined;
  const own = shops.filter((shop) => shop.cityId === city.id);
  if (part === "coffee-shops") return query.has("page") ? paged(own, query, 48) : own;
  if (part === "local-vibes")
    return slug === "alexandria-la"
      ? [story, { ...story, id: id(4, 2), prompt2Response: null, photoUrl: "/photos/a.webp" }]
      : [];
  if (part === "facts") return factsOf(city, own);
  if (part === "breakfast-spots" || part === "coffee-spots") return spotsOf(city, own);
  return city;
}

function spotsOf(city: City, own: Shop[]): Spots {
  const ranked: Spot[] = own.map((shop, index) => ({
    ...shop,
    rank: index + 1,
    ranking: { score: (9 - index / 10).toFixed(2), voters: 60 - index },
  }));
  const boosted = ranked.filter((shop) => shop.isBoosted);
  const community = ranked.slice(0, 10);
  const isBoosted = boosted.length > 0 && city.slug !== "hammond-la";
  const shown = isBoosted ? boosted : community;
  return {
    city,
    shops: shown,
    selectionReason: isBoosted ? "boosted" : "community",
    count: shown.length,
    communityShops: isBoosted ? community : [],
    eligibleCount: own.length,
    rankedOn: "2026-03-04",
    rankedOnText: "March 4, 2026",
    changedOnText: own.length > 0 ? "March 2, 2026" : null,
  };
}

const states: State[] = [
  {
    code: "LA",
    name: "Louisiana",
    cityCount: cities.length,
    coffeeShopCount: shops.length,
    hoursConfirmed: Math.floor(shops.length / 2),
    freshness: 2,
  },
];

const freshness: Freshness = {
  coffeeShopCount: shops.length,
  hoursConfirmed: Math.floor(shops.length / 2),
  freshness: 2,
  countsForDays: 365,
  starsFrom: [95, 75, 50, 25],
  gradedOn: "2026-03-04",
  gradedOnText: "March 4, 2026",
  states,
};

const ranking: Ranking = {
  rankedOn: "2026-03-04",
  rankedOnText: "March 4, 2026",
  meanRating: "4.412",
  ratingCount: 48_211,
  voterCount: 12_345,
  priorRatings: 5,
  halfLifeDays: 180,
  examples: [{ ratings: "200 ratings of 4.6", votes: "12 votes from yesterday", score: "8.30" }],
};

function factsOf(city: City, own: Shop[]) {
  const [first, second] = own;
  return {
    openFirst: first
      ? { name: first.name, slug: first.slug, time: "5:30 AM", hoursFrom: null }
      : null,
    newest: second ? { name: second.name, slug: second.slug, added: "March 2026" } : null,
    streets: ["Main Street", "Oak Avenue"],
    outdoorSeating: 2,
    petFriendly: 0,
    wifi: 1,
    neighbors: cities
      .filter((other) => other !== city)
      .slice(0, 4)
      .map((other, index) => ({
        name: other.name,
        state: other.state,
        slug: other.slug,
        distance: `${12 + index * 9} miles`,
        coffeeShopCount: other.coffeeShopCount,
      })),
  };
}

function answerShops([slug, part]: string[]): unknown {
  if (slug === "featured") return shops.filter((shop) => shop.isBoosted).slice(0, 6);
  if (slug === "recent") return shops.filter((_, index) => index % 11 === 4).slice(0, 8);
  const shop = shops.find((one) => one.slug === slug || one.id === slug);
  if (!shop) return undefined;
  if (part === "local-vibes") return shop.slug === story.coffeeShop.slug ? story : null;
  return shop;
}
