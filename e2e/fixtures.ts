import { test as base, expect } from "@playwright/test";
import { Complaints } from "./complaints.ts";
import { type Directory, readDirectory } from "./directory.ts";
import { type Server, startServer } from "./server.ts";

export { expect };

/**
 * Every test runs against a server of its worker's own, and fails when the browser complains of anything.
 */
export const test = base.extend<
  { complaints: Complaints },
  { settings: Record<string, string>; server: Server; directory: Directory }
>({
  // A file that needs other settings says `test.use({ settings: … })` and has a server of its own.
  settings: [{}, { option: true, scope: "worker" }],
  server: [
    async ({ settings }, use) => {
      const server = await startServer(settings);
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  directory: [async ({ server }, use) => use(await readDirectory(server.url)), { scope: "worker" }],
  baseURL: async ({ server }, use) => use(server.url),
  complaints: [
    async ({ context }, use) => {
      const complaints = await Complaints.listen(context);
      await use(complaints);
      expect(complaints.heard, "what the browser complained about").toEqual([]);
    },
    { auto: true },
  ],
});
