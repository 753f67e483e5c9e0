import type { Answer, Body } from "../../kit/api.ts";
import { email, phone, text, webAddress, z, zip } from "../../kit/form/rules.ts";
import { weekRule } from "../../kit/hours/hours-field.tsx";
import { emptyWeek, type WeekHours } from "../../kit/hours/week.ts";

export type ListingBody = Body<"post", "/api/coffee-shops">;
export type Listed = Answer<"post", "/api/coffee-shops">;

/** Where the shop is, as its owner has said on the map. */
export interface Pin {
  latitude: number;
  longitude: number;
}

/** What is typed into the form. */
export interface ListingValues {
  name: string;
  address: string;
  zipCode: string;
  description: string;
  phone: string;
  website: string;
  /** Whether the hours are the week's or the text's. */
  hoursAs: "week" | "text";
  week: WeekHours;
  hours: string;
  imageUrl: string;
  ownerName: string;
  ownerEmail: string;
  pin: Pin | null;
  /** For programs alone: people don't see it. */
  homepage: string;
}

export const emptyListing = (): ListingValues => ({
  name: "",
  address: "",
  zipCode: "",
  description: "",
  phone: "",
  website: "",
  hoursAs: "week",
  week: emptyWeek(),
  hours: "",
  imageUrl: "",
  ownerName: "",
  ownerEmail: "",
  pin: null,
  homepage: "",
});

export const ZIP_MESSAGE = "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)";

/** The rules of `owner-admin.md` 5, with the server's lengths. */
export const listingSchema = z.object({
  name: text({ required: "Name is required", max: 200, label: "Name" }),
  address: text({ required: "Address is required", max: 200, label: "Address" }),
  zipCode: zip(ZIP_MESSAGE),
  description: text({ max: 500, label: "Description" }),
  phone: phone(),
  website: webAddress(),
  hoursAs: z.enum(["week", "text"]),
  week: weekRule(),
  hours: text({ max: 500, label: "Hours" }),
  imageUrl: webAddress(),
  ownerName: text({ required: "Owner name is required", max: 120, label: "Owner name" }),
  ownerEmail: email("Valid email is required"),
  pin: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  homepage: z.string(),
});

export type CheckedListing = z.output<typeof listingSchema>;

/** What the server is sent. */
export function listingBody(
  { hoursAs, week, hours, pin, homepage, ...rest }: CheckedListing,
  differentFrom: string[],
  afterMillis: number,
): ListingBody {
  return {
    ...rest,
    hours: hoursAs === "week" ? week : hours,
    latitude: pin?.latitude ?? null,
    longitude: pin?.longitude ?? null,
    differentFrom,
    homepage,
    afterMillis,
  };
}

/** A shop that is listed already, and much like the typed one. */
export interface SimilarShop {
  id: string;
  slug: string;
  name: string;
  address: string;
  isClaimed: boolean;
  permanentlyClosed: boolean;
  isSame: boolean;
  reasons: { code: string; label: string }[];
  claimUrl: string | null;
}

/** Why a listing was refused, where a sentence beside a field would not do. */
export type Verdict =
  | { kind: "chain"; message: string; reason: string }
  | { kind: "duplicate" | "possible_duplicate"; message: string; similar: SimilarShop[] };

/** The verdict in a refusal's details; null where it is about fields, or something else. */
export function verdictOf(details: unknown, message: string): Verdict | null {
  const { kind, reason, similar } = (details ?? {}) as Record<string, unknown>;
  if (kind === "chain") return { kind, message, reason: typeof reason === "string" ? reason : "" };
  if ((kind === "duplicate" || kind === "possible_duplicate") && Array.isArray(similar))
    return { kind, message, similar };
  return null;
}
