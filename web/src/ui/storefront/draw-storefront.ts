import { chanceOf } from "../chance.ts";
import { house } from "./house.ts";
import { HOUSE_STEP, STREET_WIDTH } from "./street.ts";
import { HOURS, neighbors, pavement, sky } from "./surroundings.ts";

/**
 * Draws a shop's storefront from its slug: the same slug always gives the same house. Used for shops without a photo.
 * The drawing is one piece of SVG text (colors as presentation attributes, no IDs, no styles), so that a list of fifty
 * costs React only fifty elements. Its view box is 320 × 200.
 */
export function drawStorefront(slug: string, name: string): string {
  const chance = chanceOf(slug);
  const hour = chance.pick(HOURS);
  return [
    sky(hour, chance),
    neighbors(hour, chance),
    pavement(hour, 320),
    house(chance, hour, name),
  ].join("");
}

/** A main street by day or by night, in a `STREET_WIDTH` × 200 view box. */
export function drawStreet(signs: readonly string[], night: boolean): string {
  const hour = HOURS[night ? 3 : 0];
  if (!hour) return "";
  const houses = signs.map((name, index) => {
    const drawn = house(chanceOf(`${name} on main street`), hour, name);
    return `<g transform="translate(${index * HOUSE_STEP - 10})">${drawn}</g>`;
  });
  return pavement(hour, STREET_WIDTH) + houses.join("");
}
