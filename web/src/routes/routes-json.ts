import type { RouteDefinition, ShellDefinition } from "../lib/route-definition.ts";
import { shellTable } from "./shell-table.ts";
import { siteRead, table } from "./table.ts";

/** Both tables for the server. The build runs this in Node without loading any screen. */
export function routesJson(): string {
  const pages = Object.entries<RouteDefinition>(table).map(([name, definition]) => {
    const { skeleton, screen, reads, audience = "visitor", ...told } = definition;
    const all = [siteRead, ...Object.values(reads)].map(({ template }) => template);
    return { name, ...told, audience, module: moduleOf(screen), reads: all };
  });
  const shells = Object.entries<ShellDefinition>(shellTable).map(
    ([name, { screen, query, below, gate, ...told }]) => ({
      name,
      ...told,
      cache: "shell",
      missing: "page",
      sitemap: false,
      module: moduleOf(screen),
      reads: [],
      // The screen parses its own query, so nothing in it makes the URL invalid.
      query: {},
    }),
  );
  return `${JSON.stringify({ routes: [...pages, ...shells] }, null, 2)}\n`;
}

/** The source file imported by a loader, relative to the project folder, as in the manifest. */
function moduleOf(screen: () => unknown): string {
  const found = /\("(?:\.\.|\/src)\/((?:features|routes)\/[^"]+\.tsx)"/.exec(String(screen));
  if (!found) throw new Error(`a screen is not one written-out import: ${screen}`);
  return `src/${found[1]}`;
}
