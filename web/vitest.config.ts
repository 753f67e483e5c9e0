import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [react()],
  test: {
    environment: "happy-dom",
    include: ["src/**/*.test.{ts,tsx}", "test/**/*.test.ts"],
    restoreMocks: true,
    // A busy machine, such as one that compiles beside the tests, is no failure; neither are the many cases of `make fuzz-tests`.
    testTimeout: process.env.FAST_CHECK_RUNS ? 600_000 : 20_000,
    hookTimeout: 20_000,
  },
});
