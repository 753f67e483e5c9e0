import { defineConfig } from "@playwright/test";
import tests from "./playwright.config.ts";

/** `make pictures`: not a test, and needs no copies of a demo. */
export default defineConfig({
  ...tests,
  testMatch: "*.pictures.ts",
  globalSetup: [],
  workers: 1,
  retries: 0,
  timeout: 600_000,
});
