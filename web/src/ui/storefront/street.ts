/** How far one house of the main street is from the next. */
export const HOUSE_STEP = 262;
export const STREET_WIDTH = 6 * HOUSE_STEP + 40;
