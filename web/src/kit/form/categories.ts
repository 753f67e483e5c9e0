import { cleanText, lengthOf, z } from "./rules.ts";

/** Kinds of place that serve coffee, as the directory's sources call them. */
export const CATEGORIES = [
  "Coffee Shop",
  "Café",
  "Espresso Bar",
  "Coffee Roaster",
  "Coffee Stand",
  "Coffee Truck",
  "Drive-through Coffee",
  "Bakery",
  "Bagel Shop",
  "Bistro",
  "Bookstore",
  "Breakfast Spot",
  "Brunch Spot",
  "Chocolate Shop",
  "Co-working Space",
  "Community Café",
  "Creperie",
  "Deli",
  "Dessert Shop",
  "Diner",
  "Donut Shop",
  "Florist",
  "Gallery",
  "Gift Shop",
  "Ice Cream Shop",
  "Juice Bar",
  "Lunch Spot",
  "Music Venue",
  "Nonprofit Café",
  "Pastry Shop",
  "Pie Shop",
  "Plant Shop",
  "Record Store",
  "Restaurant",
  "Sandwich Shop",
  "Smoothie Shop",
  "Tea Room",
  "Vegan Café",
  "Wine Bar",
] as const;

export const MAX_CATEGORIES = 6;
const LONGEST = 40;

/** Lines of text as a list without repeats. */
export function categoriesOf(text: string): string[] {
  const lines = text.split("\n").map(cleanText).filter(Boolean);
  const seen = new Set<string>();
  return lines.filter((line) => {
    const key = line.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

export const categoriesRule = () =>
  z.pipe(
    z.pipe(z.string(), z.transform(categoriesOf)),
    z.array(z.string()).check((context) => {
      const { value } = context;
      const long = value.find((category) => lengthOf(category) > LONGEST);
      const message =
        value.length > MAX_CATEGORIES
          ? `Please enter up to ${MAX_CATEGORIES} categories.`
          : long && `“${long}” is longer than ${LONGEST} characters.`;
      if (message) context.issues.push({ code: "custom", message, input: value });
    }),
  );
