/**
 * The shapes that the API answers with. The server's OpenAPI document is their source; this file gives the
 * shapes the names that the screens use.
 */

export interface Site {
  name: string;
  /** Origin of all absolute addresses, without a trailing slash. */
  publicUrl: string;
  supportEmail: string | null;
  /** Year of the copyright line, in UTC. */
  year: number;
  /** Number of invented shops in the directory; 0 outside a demo. */
  demoShopCount: number;
  /** Price texts such as "$5". */
  monthlyBoostPrice: string;
  oneTimeBoostPrice: string;
  mapTiles: string | null;
}

export interface City {
  id: string;
  name: string;
  /** Two-letter code of the state. */
  state: string;
  stateName: string;
  slug: string;
  county: string | null;
  description: string | null;
  imageUrl: string | null;
  imageSource: string | null;
  /** A colour such as "hsl(203, 45%, 40%)". */
  fallbackColor: string | null;
  coffeeShopCount: number;
  /** Shops with at least one vote. */
  shopsWith: number;
  boostedShops: number;
  latitude: number | null;
  longitude: number | null;
  updatedAt: string;
}

export interface OpenState {
  state: "open" | "closed" | "unknown";
  /** "Open until 5 PM", "Opens Monday at 7 AM", "Hours unknown". */
  label: string;
}

export interface DayHours {
  /** English name of the day; weeks start on Monday. */
  day: string;
  today: boolean;
  /** "7 AM – 5 PM", "Closed", "Open 24 hours". */
  label: string;
  spans: TimeSpan[];
}

/** Local times in 24-hour form, "07:00". */
export interface TimeSpan {
  opens: string;
  closes: string;
}

export interface Shop {
  id: string;
  slug: string;
  name: string;
  cityId: string;
  cityName: string;
  citySlug: string;
  state: string;
  imageUrl: string | null;
  description: string | null;
  ownerDescription: string | null;
  aiGeneratedDescription: string | null;
  ownerId: string | null;
  foursquareCategories: string[];
  /** A number of 5 as text, "4.6". */
  rating: string | null;
  reviewCount: number | null;
  googleRating: string | null;
  googleReviewCount: number | null;
  /** A number of 10 as text, "8.4". */
  foursquareRating: string | null;
  /** 0 to 4; 1 to 4 are shown. */
  foursquarePriceLevel: number | null;
  priceLevel: string | null;
  upvoteCount: number;
  hours: string | null;
  openingHours: string | null;
  openTime: string | null;
  closeTime: string | null;
  address: string | null;
  street: string | null;
  zipCode: string | null;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  phoneNumber: string | null;
  /** E.164 form of the phone number. */
  telephone: string | null;
  website: string | null;
  onlineStoreUrl: string | null;
  onlineStoreName: string | null;
  isBoosted: boolean;
  hasWifi: boolean | null;
  hasParking: boolean | null;
  petFriendly: boolean | null;
  goodForWork: boolean | null;
  hasOutdoorSeating: boolean | null;
  timeZone: string;
  permanentlyClosed: boolean;
  /** An invented shop of the demo. */
  sample: boolean;
  updatedAt: string;
  openState: OpenState;
  /** Monday first; null when the hours are unknown. */
  week: DayHours[] | null;
  hoursNote: string | null;
}

export interface Story {
  id: string;
  status: "pending" | "approved" | "rejected";
  prompt1Response: string;
  prompt2Response: string | null;
  photoUrl: string | null;
  coffeeShop: { name: string; address: string | null; slug?: string };
}

export interface CityFacts {
  openFirst: { name: string; slug: string; time: string } | null;
  newest: { name: string; slug: string; added: string } | null;
  neighbours: Neighbour[];
}

export interface Neighbour {
  name: string;
  state: string;
  slug: string;
  /** "12 miles". */
  distance: string;
  coffeeShopCount: number;
}

export interface Page<Item> {
  items: Item[];
  total: number;
  page: number;
  pageSize: number;
  pageCount: number;
}

export interface SearchAnswer {
  cities: City[];
  shops: Shop[];
  total: number;
  /** "12" or "1,000+". */
  totalText: string;
  page: number;
  pageSize: number;
  pageCount: number;
}
