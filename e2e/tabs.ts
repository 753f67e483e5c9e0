import { readFileSync } from "node:fs";

interface Tab {
  path: string;
  title: string;
  group: string;
}

/** The tabs of the panel, in the order of its menu, from the routes that the build writes for the server. */
export const tabs: readonly Tab[] = JSON.parse(
  readFileSync(new URL("../web/dist/routes.json", import.meta.url), "utf8"),
).routes.flatMap(({ tab }: { tab?: Tab }) => tab ?? []);
