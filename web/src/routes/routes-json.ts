import type { RouteDefinition, ShellDefinition } from "../lib/route-definition.ts";
import { shellTable } from "./shell-table.ts";
import { siteRead, table } from "./table.ts";

/** Both tables as the server reads them. The build runs this in Node; no screen is loaded for it. */
export function routesJson(): string {
  const pages = Object.entries<RouteDefinition>(table).map(([name, definition]) => {
    const { skeleton, screen, reads, audience = "visitor", ...told } = definition;
    const all = [siteRead, ...Object.values(reads)].map(({ template }) => template);
    return { name, ...told, audience, module: moduleOf(screen), reads: all };
  });
  const shells = Object.entries<ShellDefinition>(shellTable).map(
    ([name, { screen, query, ...told }]) => ({
      name,
      ...told,
      cache: "shell",
      missing: "page",
      sitemap: false,
      module: moduleOf(screen),
      reads: [],
      // The screen reads its query by itself: nothing in it makes the address a wrong one.
      query: {},
    }),
  );
  return `${JSON.stringify({ routes: [...pages, ...shells] }, null, 2)}\n`;
}

/** The source file that a loader imports, from the project's folder on, as the manifest names it. */
function moduleOf(screen: () => unknown): string {
  const found = /\("(?:\.\.|\/src)\/(features\/[^"]+\.tsx)"/.exec(String(screen));
  if (!found) throw new Error(`a screen is not one written-out import: ${screen}`);
  return `src/${found[1]}`;
}
