import type { Answer, Body } from "../../kit/api.ts";
import { email, phone, text, webAddress, z, zip } from "../../kit/form/rules.ts";
import { trapped } from "../../kit/form/trap.tsx";
import { weekRule } from "../../kit/hours/hours-field.tsx";
import { emptyWeek, type WeekHours } from "../../kit/hours/week.ts";

export type ListingBody = Body<"post", "/api/coffee-shops">;
export type Listed = Answer<"post", "/api/coffee-shops">;

/** The shop's location, as set by its owner on the map. */
export interface Pin {
  latitude: number;
  longitude: number;
}

/** The form's values. */
export interface ListingValues {
  name: string;
  address: string;
  zipCode: string;
  description: string;
  phone: string;
  website: string;
  /** Whether the hours come from the week or from the text. */
  hoursAs: "week" | "text";
  week: WeekHours;
  hours: string;
  imageUrl: string;
  ownerName: string;
  ownerEmail: string;
  pin: Pin | null;
  /** A honeypot: only programs fill it in. */
  leftEmpty: string;
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
  leftEmpty: "",
});

export const ZIP_MESSAGE = "Please enter a valid ZIP code (e.g., 71301 or 71301-1234)";

/** The rules of `owner-admin.md` 5, with the server's limits. */
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
  leftEmpty: z.string(),
});

export type CheckedListing = z.output<typeof listingSchema>;

/** The request's body. */
export function listingBody(
  { hoursAs, week, hours, pin, leftEmpty, ...rest }: CheckedListing,
  differentFrom: string[],
  { afterMillis, formId }: { afterMillis: number; formId: string | null },
): ListingBody {
  return {
    ...rest,
    formId,
    hours: hoursAs === "week" ? week : hours,
    latitude: pin?.latitude ?? null,
    longitude: pin?.longitude ?? null,
    differentFrom,
    ...trapped(leftEmpty),
    afterMillis,
  };
}

/** A listed shop that is similar to the entered one. */
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

/** Why a listing was refused, if it isn't about a single field. */
export type Verdict =
  | { kind: "chain"; message: string; reason: string }
  | { kind: "duplicate" | "possible_duplicate"; message: string; similar: SimilarShop[] };

/** The verdict in an error's details; null if the error is about fields, or something else. */
export function verdictOf(details: unknown, message: string): Verdict | null {
  const { kind, reason, similar } = (details ?? {}) as Record<string, unknown>;
  if (kind === "chain") return { kind, message, reason: typeof reason === "string" ? reason : "" };
  if ((kind === "duplicate" || kind === "possible_duplicate") && Array.isArray(similar))
    return { kind, message, similar };
  return null;
}
