import type { City, Shop, Site } from "../../src/api/types.ts";

export const site: Site = {
  name: "Townperk",
  publicUrl: "https://townperk.example",
  supportEmail: "help@townperk.example",
  year: 2026,
  demoShopCount: 0,
  monthlyBoostPrice: "$5",
  oneTimeBoostPrice: "$8",
};

export function makeCity(changes: Partial<City> = {}): City {
  return {
    id: "0197a000-0000-7000-8000-000000000001",
    name: "Alexandria",
    state: "LA",
    stateName: "Louisiana",
    slug: "alexandria-la",
    county: "Rapides",
    description: null,
    imageUrl: null,
    imageSource: "fallback",
    fallbackColor: "hsl(203, 45%, 40%)",
    coffeeShopCount: 6,
    shopsWith: 4,
    boostedShops: 1,
    latitude: 31.31129,
    longitude: -92.44514,
    updatedAt: "2026-03-02T10:00:00Z",
    ...changes,
  };
}

export function makeShop(changes: Partial<Shop> = {}): Shop {
  return {
    id: "0197a000-0000-7000-8000-000000000101",
    slug: "the-copper-kettle-alexandria-la",
    name: "The Copper Kettle",
    cityId: "0197a000-0000-7000-8000-000000000001",
    cityName: "Alexandria",
    citySlug: "alexandria-la",
    state: "LA",
    imageUrl: null,
    description: "A corner room with a brass machine, pecan rolls and the morning paper.",
    ownerDescription: null,
    aiGeneratedDescription: null,
    ownerId: null,
    foursquareCategories: ["Coffee Shop", "Bakery"],
    rating: "4.6",
    reviewCount: 131,
    googleRating: "4.6",
    googleReviewCount: 131,
    foursquareRating: "8.4",
    foursquarePriceLevel: 2,
    priceLevel: "2",
    upvoteCount: 12,
    hours: "Mon-Fri 7am-5pm, Sat 8am-2pm",
    openingHours: "Mo-Fr 07:00-17:00; Sa 08:00-14:00",
    openTime: "7:00 AM",
    closeTime: "5:00 PM",
    address: "126 Main Street, Alexandria, LA 71301",
    street: "126 Main Street",
    zipCode: "71301",
    latitude: 31.31129,
    longitude: -92.44514,
    phone: "(318) 555-0142",
    phoneNumber: "(318) 555-0142",
    telephone: "+13185550142",
    website: "https://copperkettle.example",
    onlineStoreUrl: null,
    onlineStoreName: null,
    isBoosted: false,
    hasWifi: true,
    hasParking: false,
    petFriendly: null,
    goodForWork: true,
    hasOutdoorSeating: null,
    timeZone: "America/Chicago",
    permanentlyClosed: false,
    sample: false,
    updatedAt: "2026-03-02T10:00:00Z",
    openState: { state: "open", label: "Open until 5 PM" },
    week: null,
    hoursSpecification: [
      {
        days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        opens: "07:00",
        closes: "17:00",
      },
      { days: ["Saturday"], opens: "08:00", closes: "14:00" },
      { days: ["Sunday"], opens: "00:00", closes: "00:00" },
    ],
    ...changes,
  };
}

/** A page of a list that fits on one page. */
export function onePage<Item>(items: Item[], pageSize = 48) {
  return { items, total: items.length, page: 1, pageSize, pageCount: 1 };
}
