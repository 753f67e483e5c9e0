import type {
  Freshness,
  HistoryEntry,
  MissingPart,
  ShopFields,
  ShopSpan,
  SpecialDay,
} from "../../api/your-shop.ts";
import { ALL_OWNER_AMENITIES } from "../../kit/form/all-amenities.ts";
import { endsNextDay, timeText } from "../../kit/hours/week.ts";
import { eachOf } from "../../lib/amenities.ts";
import { isAllDay, temporaryClosures } from "./special-days.ts";

/** Labels and values of a listing's fields on its screen. */

const LABELS: Record<string, string> = {
  ...eachOf(ALL_OWNER_AMENITIES, ({ label }) => label),
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
  priceLevel: "Price level",
  menuUrl: "Menu",
  instagram: "Instagram",
  facebook: "Facebook",
  publicEmail: "Public email",
  onlineStoreUrl: "Online store address",
  onlineStoreName: "Online store name",
  timeZone: "Time zone",
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
  if (field === "priceLevel") return "$".repeat(Number(value));
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
  const { from, to, spans = [] } = day;
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
  "shop.close": "Permanently closed",
  "shop.remove": "Listing removed",
  "shop.reopen": "Open again",
  "shop.merge": "Merged with another listing",
  "shop.list": "Listed",
  "listing.confirm": "Email address confirmed",
  "claim.confirm": "Claimed",
  "claim.approve": "Ownership confirmed",
  "claim.prove": "Ownership proven",
  "owner.leave": "Left the shop",
  "owner.hand_over": "Transfer begun",
  "owner.keep": "Transfer canceled",
  "shop.ask_hours": "Asked whether the hours are right",
  "shop.put_off": "Check of the hours put off",
  "manager.invite": "Invited somebody to help",
  "manager.accept": "Began to help",
  "manager.remove": "Removed somebody who helped",
  "manager.leave": "Stopped helping",
  "manager.decline": "Declined an invitation",
  "owner.change_address": "Change of address begun",
  "owner.confirm": "Transferred",
};

/** What an entry in the history changed, in a few words. */
export function changeText({ action, changes }: Pick<HistoryEntry, "action" | "changes">): string {
  const fields = changes.map(({ field }) => labelOf(field)).join(", ");
  return ACTIONS[action] ?? (fields || "Other");
}

/** Who changed something, for people. `site` is the product's name. */
export function byText({ by, byName, action }: Who, site: string): string {
  if (byName) return byName;
  // Accepted by "you" or by the administrator, but said by somebody else.
  if (action === "suggestion.accept") return "A visitor's suggestion";
  return by === "administrator" ? `${site}'s administrator` : BY[by];
}

type Who = Pick<HistoryEntry, "by" | "byName" | "action">;

const BY: Record<Exclude<HistoryEntry["by"], "administrator">, string> = {
  you: "You",
  other: "Someone else",
};
