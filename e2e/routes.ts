import type { BrowserContext } from "@playwright/test";

/** Ends what answers requests for a test: one that is still under way when the test ends isn't an error. */
export async function endRoutes(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: "ignoreErrors" });
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
}
