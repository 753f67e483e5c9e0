import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

/** Uses the system's browser, so nothing is downloaded. */
const executablePath = execFileSync(
  new URL("../scripts/find-chromium.sh", import.meta.url).pathname,
  { encoding: "utf8" },
).trim();

export default defineConfig({
  testMatch: "*.e2e.ts",
  globalSetup: "./demo-folder.ts",
  outputDir: process.env.BROWSER_REPORT ?? ".output/results",
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // The suite waits for a real browser about two thousand times, so CI retries once rather than fail on one hiccup.
  // `make test` names the flaky test so that its cause gets fixed; locally it fails.
  retries: process.env.CI ? 1 : 0,
  workers: 2, // each has a server of its own
  // axe needs most of a minute for the API reference on a slow machine.
  timeout: 120_000,
  // Jobs, hashed passwords and lists that load again take a while on a machine that is busy.
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    locale: "en-US",
    timezoneId: "America/Chicago",
    screenshot: "only-on-failure",
    trace: "on-first-retry",
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
