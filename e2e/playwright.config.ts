import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

/** The system's own browser: nothing is downloaded. */
const executablePath = execFileSync(
  new URL("../scripts/find-chromium.sh", import.meta.url).pathname,
  { encoding: "utf8" },
).trim();

export default defineConfig({
  testMatch: "*.e2e.ts",
  outputDir: ".output/results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // Two thousand waits for a real browser: in CI one hiccup stops nobody's work. `make test` names the test, and its
  // cause is to be fixed; locally it fails.
  retries: process.env.CI ? 1 : 0,
  workers: 2, // each has a server of its own
  // The page that describes the API takes axe most of a minute on a slow machine.
  timeout: 120_000,
  reporter: "list",
  use: {
    locale: "en-US",
    timezoneId: "America/Chicago",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
