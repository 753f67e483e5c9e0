import type {
  AmenityField,
  Freshness,
  HistoryEntry,
  MissingPart,
  ShopFields,
  ShopSpan,
  SpecialDay,
} from "../../api/your-shop.ts";
import { endsNextDay, timeText } from "../../kit/hours/week.ts";
import { isAllDay, temporaryClosures } from "./special-days.ts";

/** Labels and values of a listing's fields on its screen. */

export const AMENITY_LABELS: Record<AmenityField, string> = {
  hasWifi: "WiFi",
  hasParking: "Parking",
  petFriendly: "Pet Friendly",
  goodForWork: "Work Friendly",
  hasOutdoorSeating: "Outdoor Seating",
  servesBreakfast: "Serves Breakfast",
};

export const AMENITY_FIELDS = Object.keys(AMENITY_LABELS) as AmenityField[];

const LABELS: Record<string, string> = {
  ...AMENITY_LABELS,
  name: "Name",
  street: "Street address",
  zipCode: "ZIP code",
  latitude: "Pin, latitude",
  longitude: "Pin, longitude",
  pinIsExact: "Pin set manually",
  phone: "Phone",
  website: "Website",
  hours: "Hours",
  weeklyHours: "Weekly hours",
  openingHours: "Hours and special days",
  specialDays: "Special days",
  description: "Description",
  ownerDescription: "Owner's description",
  categories: "Categories",
  onlineStoreUrl: "Online store address",
  onlineStoreName: "Online store name",
  closedAt: "Permanently closed",
  hoursConfirmedAt: "Hours confirmed",
};

/** "onlineStoreUrl" has a label; fields without one are split into words. */
export function labelOf(field: string): string {
  const words = field.replace(/([a-z])([A-Z])/g, "$1 $2").replace(/_/g, " ");
  return LABELS[field] ?? words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** A field as text, for comparison. */
export function textOf<F extends keyof ShopFields>(
  field: F,
  value: ShopFields[F] | undefined,
): string {
  if (value === null || value === undefined) return "";
  if (field === "specialDays") return (value as SpecialDay[]).map(specialDayText).join("; ");
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return String(value);
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** "2026-12-24" is "December 24, 2026". */
export function dateText(date: string): string {
  const [year, month, day] = date.split("-").map(Number);
  return `${MONTHS[(month ?? 1) - 1]} ${day}, ${year}`;
}

/** "December 24, 2026: 7 AM to noon", "December 27, 2026 to January 5, 2027: temporarily closed" */
export function specialDayText(day: SpecialDay): string {
  const { from, to, spans } = day;
  const days = to === from ? dateText(from) : `${dateText(from)} to ${dateText(to)}`;
  const hours = temporaryClosures([day]).length > 0 ? "temporarily closed" : spansText(spans);
  return `${days}: ${hours}`;
}

/** "7 AM to noon, 1 PM to 5 PM", "6 PM to 2 AM the next day", "closed" */
export function spansText(spans: readonly ShopSpan[]): string {
  if (spans.length === 0) return "closed";
  if (isAllDay(spans)) return "open 24 hours";
  return spans
    .map((span) => {
      const late = endsNextDay(span) ? " the next day" : "";
      return `${timeText(span.opens)} to ${timeText(span.closes)}${late}`;
    })
    .join(", ");
}

/** "Hours confirmed in May 2026" */
export function confirmedText(at: string | null): string {
  if (at === null) return "Hours not confirmed yet";
  const [year, month] = at.split("-");
  return `Hours confirmed in ${MONTHS[Number(month) - 1]} ${year}`;
}

export const FRESHNESS: Record<Freshness, { badge: string; words: string }> = {
  green: { badge: "badge-green", words: "Green: confirmed within half a year" },
  amber: { badge: "badge-amber", words: "Amber: confirmed more than half a year ago" },
  grey: { badge: "", words: "Gray: confirmed more than a year ago" },
};

export const MISSING: Partial<Record<MissingPart, { text: string; href: string }>> = {
  hours: { text: "Opening hours", href: "#hours" },
  photo: { text: "A photo", href: "#photos" },
  description: { text: "A description", href: "#words" },
  phone: { text: "A phone number", href: "#contact" },
  website: { text: "A website", href: "#contact" },
  amenities: { text: "What the shop offers", href: "#amenities" },
};

/** The subject of an entry without fields. */
const ACTIONS: Record<string, string> = {
  "shop.photos": "Photos",
  "shop.hours-confirmed": "Hours confirmed",
  "shop.merge": "Merged with another listing",
  "shop.list": "Listed",
  "listing.confirm": "Email address confirmed",
  "claim.confirm": "Claimed",
  "claim.approve": "Ownership confirmed",
  "owner.leave": "Left the shop",
  "owner.confirm": "Transferred",
};

/** What an entry in the history changed, in a few words. */
export function changeText({ action, changes }: Pick<HistoryEntry, "action" | "changes">): string {
  const fields = changes.map(({ field }) => labelOf(field)).join(", ");
  return ACTIONS[action] ?? (fields || "Other");
}

export const BY: Record<HistoryEntry["by"], string> = {
  you: "You",
  administrator: "The administrator",
  other: "Someone else",
};
