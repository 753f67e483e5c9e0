import { writeFile } from "node:fs/promises";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { baseMapPlugin } from "./build/base-map.ts";
import { routesJson } from "./src/routes/table.ts";

/** Writes the route table where the server looks for it. */
function routeTable(): Plugin {
  return {
    name: "route-table",
    async writeBundle() {
      await writeFile(new URL("./dist/routes.json", import.meta.url), routesJson());
    },
  };
}

/**
 * The router's routes each carry a link component, which no bundler can drop. Our links are plain `<a>` elements
 * (src/routes/links.ts), so it stays out: it would take a tenth of what visitor screens may weigh.
 */
function withoutRouterLinks(): Plugin {
  return {
    name: "without-router-links",
    enforce: "pre",
    resolveId(source, importer) {
      const ofRoutes = importer?.endsWith("/@tanstack/react-router/dist/esm/route.js");
      return ofRoutes && source === "./link.js" ? "\0without-router-links" : null;
    },
    load(id) {
      return id === "\0without-router-links" ? "export const Link = null;" : null;
    },
  };
}

/** What a route tells the server alone stays out of what browsers load. */
function withoutServerFacts(): Plugin {
  return {
    name: "without-server-facts",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/src/routes/table.ts")) return null;
      return code.replace(/^ +(cache|module|sitemap|demoOnly): .*,$/gm, "");
    },
  };
}

/** `vite build` makes what browsers load, `vite build --ssr` the one module that the server evaluates. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    withoutRouterLinks(),
    react(),
    tailwindcss(),
    baseMapPlugin(),
    isSsrBuild ? routeTable() : withoutServerFacts(),
  ],
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  resolve: {
    alias: isSsrBuild
      ? [
          {
            // Starts sooner and is 100 KB smaller than the streaming build, and needs no MessageChannel.
            find: /^react-dom\/server$/,
            replacement: new URL(
              "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js",
              import.meta.url,
            ).pathname,
          },
        ]
      : [],
  },
  ssr: {
    noExternal: true,
    // Not "browser": with it the router takes itself to be in one.
    resolve: { conditions: ["module", "worker", "production"] },
  },
  build: isSsrBuild
    ? {
        outDir: "dist/server",
        ssr: true,
        target: "es2020",
        minify: true,
        emptyOutDir: true,
        rolldownOptions: {
          input: { "entry-server": "src/routes/entry-server.tsx" },
          output: { codeSplitting: false, entryFileNames: "[name].js" },
        },
      }
    : {
        outDir: "dist/client",
        target: "es2022",
        manifest: true,
        emptyOutDir: true,
        // Never a data address: each file has its own hash and its own place in the cache.
        assetsInlineLimit: 0,
        // The server names what to preload, and screens share one stylesheet.
        modulePreload: false,
        rolldownOptions: {
          input: { entry: "src/routes/entry-client.tsx" },
          output: {
            // What every visitor loads anyway is one file: it compresses better than many. The map is not of it.
            codeSplitting: {
              groups: [
                {
                  name: "app",
                  test: /node_modules\/(react|react-dom|scheduler|@tanstack)\/|src\/(api|components|lib|ui)\/(?!map\/)/,
                },
              ],
            },
          },
        },
      },
}));
