/** The server takes what comes quicker than this many milliseconds for a program's. */
const QUICKEST = 2100;

// biome-ignore lint/plugin: after a press, on the device
const pageAge = () => Math.round(performance.now());

/**
 * Milliseconds since the page was opened. Who is quicker than people are, because a draft was there already or a password
 * manager filled everything in, waits for the rest here.
 */
export async function unhurriedAge(): Promise<number> {
  const early = QUICKEST - pageAge();
  if (early > 0) await new Promise((done) => setTimeout(done, early));
  return pageAge();
}
