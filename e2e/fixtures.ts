import { test as base, expect } from "@playwright/test";
import { Complaints } from "./complaints.ts";
import { type Directory, readDirectory } from "./directory.ts";
import { endRoutes } from "./routes.ts";
import { type Demo, type Server, startServer } from "./server.ts";

export { expect };

/** Every test runs against its worker's own server and fails when the browser logs an error or warning. */
export const test = base.extend<
  { complaints: Complaints },
  { settings: Record<string, string>; demo: Demo; server: Server; directory: Directory }
>({
  // A file that needs other settings calls `test.use({ settings: … })` and gets its own server.
  settings: [{}, { option: true, scope: "worker" }],
  demo: ["shops", { option: true, scope: "worker" }],
  server: [
    async ({ settings, demo }, use) => {
      const server = await startServer(settings, demo);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  directory: [async ({ server }, use) => use(await readDirectory(server.url)), { scope: "worker" }],
  baseURL: async ({ server }, use) => use(server.url),
  complaints: [
    async ({ context }, use) => {
      const complaints = await Complaints.listen(context);
      await use(complaints);
      await endRoutes(context);
      expect(complaints.heard, "what the browser complained about").toEqual([]);
    },
    { auto: true },
  ],
});
