/** Milliseconds since the page was opened: forms tell it, because programs are quicker than people. */
// biome-ignore lint/plugin: after a press, on the device
export const pageAge = () => Math.round(performance.now());
