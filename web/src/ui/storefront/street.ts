/** The distance between two houses on the main street. */
export const HOUSE_STEP = 262;
export const STREET_WIDTH = 6 * HOUSE_STEP + 40;
