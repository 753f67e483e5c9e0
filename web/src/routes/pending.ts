/** How long the page before stands while the next one is on its way (ms). */
export const PENDING_MILLIS = 300;
