/** The server takes submissions faster than this many milliseconds for a program's. */
const QUICKEST = 2100;

// biome-ignore lint/plugin: after a press, on the device
const pageAge = () => Math.round(performance.now());

/**
 * Milliseconds since the page was opened. Someone who is faster than people normally are, because of a draft or a
 * password manager, waits for the rest here.
 */
export async function unhurriedAge(): Promise<number> {
  const early = QUICKEST - pageAge();
  if (early > 0) await new Promise((done) => setTimeout(done, early));
  return pageAge();
}
