/** How long the previous page stays while the next one is loading (ms). */
export const PENDING_MILLIS = 300;
