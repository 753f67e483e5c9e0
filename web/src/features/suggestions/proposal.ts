import type { Shop } from "../../api/types.ts";
import type { Body } from "../../kit/api.ts";
import { yesNo, yesNoChoices } from "../../kit/form/yes-no.ts";
import { emptyWeek, readHours, type WeekHours, writeHours } from "../../kit/hours/week.ts";
import { AMENITIES, type Amenity, eachOf } from "../../lib/amenities.ts";

/** The request body of a suggestion. */
export type SuggestionBody = Body<"post", "/api/coffee-shops/{slugOrId}/suggestions">;

/** The kinds of suggestions, with the addresses of their forms. */
export const KINDS = [
  { kind: "", text: "Suggest an edit" },
  { kind: "hours", text: "Wrong hours" },
  { kind: "closed", text: "Permanently closed" },
  { kind: "chain", text: "This is a chain" },
] as const;

export const ANSWERS = yesNoChoices("Not known");

/** What a form says: above its fields, about its note, and on its button. */
export const WORDS: Record<SuggestionBody["kind"], { lead: string; hint: string; verb: string }> = {
  edit: {
    lead: "Fix what's wrong and leave the rest.",
    hint: "How you know, or what no field here can say.",
    verb: "Send Suggestion",
  },
  hours: {
    lead: "Enter the correct hours. If you don't know them, tell us what's wrong in the note.",
    hint: "For example: closed on Mondays, but the page says open.",
    verb: "Send Hours",
  },
  closed: {
    lead: "Has it permanently closed? When several visitors report it, the page says “Reported closed, unconfirmed” until we've checked.",
    hint: "How you know, such as an empty storefront or a note on the door.",
    verb: "Report as Closed",
  },
  chain: {
    lead: "This directory is for independent coffee shops. Tell us if this one belongs to a chain, and we'll look into it.",
    hint: "Which chain, and where its other locations are.",
    verb: "Report as a Chain",
  },
};

/** Values of the edit form. */
export interface EditValues extends Record<Amenity, string> {
  name: string;
  street: string;
  zipCode: string;
  phone: string;
  website: string;
  hoursAs: string;
  week: WeekHours;
  hours: string;
  description: string;
  categories: string;
  note: string;
  email: string;
  leftEmpty: string;
}

/** Weekly hours without the special days, which this form can't change. */
function weekOf(openingHours: string | null): WeekHours {
  const rules = (openingHours ?? "").split(";").filter((rule) => !/^\s*\d{4} /.test(rule));
  return readHours(rules.join(";")) ?? emptyWeek();
}

/** The form's initial values from the shop's page. */
export function valuesOf(shop: Shop): EditValues {
  return {
    name: shop.name,
    street: shop.street ?? "",
    zipCode: shop.zipCode ?? "",
    phone: shop.phone ?? "",
    website: shop.website ?? "",
    hoursAs: "week",
    week: weekOf(shop.openingHours),
    hours: "",
    description: shop.description ?? "",
    categories: shop.foursquareCategories.join("\n"),
    ...eachOf(AMENITIES, ({ field }) => yesNo(shop[field])),
    note: "",
    email: "",
    leftEmpty: "",
  };
}

/** The form's values after validation: weekly hours are text. */
export interface SentValues extends Omit<EditValues, "week" | "categories"> {
  week: string;
  categories: string[];
}

/** The values that differ from the page; the rest isn't part of the suggestion. */
export function changesOf(shop: Shop, sent: SentValues): Omit<SuggestionBody, "kind"> {
  const before = valuesOf(shop);
  const text = <K extends "phone" | "website" | "description">(field: K) =>
    sent[field] === before[field].trim() ? {} : { [field]: sent[field] || null };
  const isMoved = sent.street !== before.street || sent.zipCode !== before.zipCode;
  const flags = AMENITIES.filter(
    ({ field }) => sent[field] !== "" && sent[field] !== before[field],
  ).map(({ field }) => [field, sent[field] === "yes"]);
  const isSameOffer = sent.categories.join("\n") === before.categories;
  return {
    ...(sent.name === before.name ? {} : { name: sent.name }),
    ...(isMoved ? { street: sent.street, zipCode: sent.zipCode } : {}),
    ...text("phone"),
    ...text("website"),
    ...text("description"),
    ...hoursOf(shop, sent),
    ...(isSameOffer ? {} : { categories: sent.categories }),
    ...Object.fromEntries(flags),
  };
}

/** The hours, if they were changed: by day or in words. */
export function hoursOf(
  shop: Shop,
  { hoursAs, week, hours }: Pick<SentValues, "hoursAs" | "week" | "hours">,
): { weeklyHours?: string; hours?: string } {
  if (hoursAs === "text") return hours === "" ? {} : { hours };
  const isSame = week === "" || week === writeHours(weekOf(shop.openingHours));
  return isSame ? {} : { weeklyHours: week };
}
