import { writeFile } from "node:fs/promises";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, runnerImport } from "vite";
import { baseMapPlugin } from "./build/base-map.ts";
import { developmentServer } from "./build/development-server.ts";
import { passportWorker } from "./build/passport-worker.ts";

/** Writes the route tables where the server expects them. */
function routeTable(): Plugin {
  return {
    name: "route-table",
    async writeBundle() {
      const source = new URL("./src/routes/routes-json.ts", import.meta.url).pathname;
      const { routesJson } = (
        await runnerImport<typeof import("./src/routes/routes-json.ts")>(source)
      ).module;
      await writeFile(new URL("./dist/routes.json", import.meta.url), routesJson());
    },
  };
}

/**
 * Parts of libraries that bundlers can't remove and no page uses, with their replacements. Every kilobyte here would be
 * part of each first visit.
 */
const UNUSED = [
  // Routes come with a link component. Our links are plain `<a>` elements (src/routes/links.ts).
  {
    part: "./link.js",
    of: "/@tanstack/react-router/dist/esm/route.js",
    instead: "export const Link = null;",
  },
  // The site is at the root of its address, so the router rewrites no URL.
  {
    part: "./rewrite.js",
    of: "/@tanstack/router-core/dist/esm/router.js",
    instead: `const same = (_, url) => url;
      export { same as executeRewriteInput, same as executeRewriteOutput };
      export const rewriteBasepath = null;`,
  },
  // Only the server redirects.
  {
    part: "./redirect.js",
    of: "/@tanstack/router-core/dist/esm/route.js",
    instead: "export const redirect = null;",
  },
  // Screens show the errors of their reads themselves, and none suspends.
  {
    part: "./errorBoundaryUtils.js",
    of: "/@tanstack/react-query/build/modern/useBaseQuery.js",
    instead: `export const ensurePreventErrorBoundaryRetry = () => {}, useClearResetErrorBoundary = () => {};
      export const getHasError = () => false;`,
  },
  {
    part: "./suspense.js",
    of: "/@tanstack/react-query/build/modern/useBaseQuery.js",
    instead: `export const ensureSuspenseTimers = () => {}, fetchOptimistic = null;
      export const shouldSuspend = () => false;`,
  },
  // React has it since version 18.
  {
    part: "use-sync-external-store/shim",
    of: "/use-sync-external-store-shim/with-selector.production.js",
    instead: `export { useSyncExternalStore } from "react";`,
  },
  // Our URLs contain plain text (src/routes/search-text.ts), not the router's JSON.
  {
    part: "./searchParams.js",
    of: "/@tanstack/router-core/dist/esm/router.js",
    instead: "export const defaultParseSearch = null, defaultStringifySearch = null;",
  },
  // Writes are plain calls (src/api/client.ts); their side effects are where they are made.
  {
    part: "./mutationCache.js",
    of: "/@tanstack/query-core/build/modern/queryClient.js",
    instead: `export class MutationCache {
      build() { throw new Error("vite.config.ts leaves mutations out"); }
      resumePausedMutations() { return Promise.resolve(); }
      clear() {}
    }`,
  },
  // Nothing is read again because a window got the focus, and no call waits for one.
  {
    part: "./focusManager.js",
    of: "/@tanstack/query-core/build/modern/",
    instead: "export const focusManager = { isFocused: () => true, subscribe: () => () => {} };",
  },
  // Reads are asked whatever the browser says about the network; what failed is asked again once it is back.
  {
    part: "./onlineManager.js",
    of: "/@tanstack/query-core/build/modern/",
    instead: `export const onlineManager = {
      isOnline: () => true,
      subscribe(listener) {
        const back = () => listener(true);
        window.addEventListener("online", back);
        return () => window.removeEventListener("online", back);
      },
    };`,
  },
  // There are a few timers, not thousands.
  {
    part: "./timeoutManager.js",
    of: "/@tanstack/query-core/build/modern/",
    instead: `export const timeoutManager = globalThis, systemSetTimeoutZero = (call) => setTimeout(call, 0);`,
  },
  // Lists have pages with URLs.
  {
    part: "./infiniteQueryBehavior.js",
    of: "/@tanstack/query-core/build/modern/query.js",
    instead: `export function infiniteQueryBehavior() { throw new Error("vite.config.ts leaves infinite queries out"); }`,
  },
];

/**
 * What React's own modules export and nobody here calls: as CommonJS, they are kept whole. `of` is what other modules call
 * the module by once they are bundled; `cut` are further statements, such as React's hook for developer tools.
 */
const UNUSED_EXPORTS = [
  {
    file: "/react/cjs/react.production.js",
    names:
      "Activity|Children|Profiler|PureComponent|ViewTransition|__COMPILER_RUNTIME|addTransitionType|cache|cacheSignal|cloneElement|createRef|unstable_useCacheRefresh|useActionState|useEffectEvent|useImperativeHandle|useInsertionEffect|useOptimistic",
    of: "(?:React|react)[\\w$]*",
    cut: [],
  },
  {
    file: "/react-dom/cjs/react-dom.production.js",
    names:
      "browser|flushSync|preconnect|prefetchDNS|preinit|preinitModule|preload|preloadModule|requestFormReset|unstable_batchedUpdates|useFormState|useFormStatus|version",
    of: "(?:ReactDOM|react_dom)[\\w$]*",
    cut: [],
  },
  {
    file: "/react-dom/cjs/react-dom-client.production.js",
    names: "version",
    of: "import_client",
    cut: [
      /,\n {2}D: prefetchDNS,[^}]+/,
      /^if \("undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__\) \{[\s\S]+?^\}\n/m,
    ],
  },
  {
    file: "/scheduler/cjs/scheduler.production.js",
    names:
      "unstable_Profiling|unstable_forceFrameRate|unstable_next|unstable_runWithPriority|unstable_wrapCallback",
    of: "[Ss]cheduler[\\w$]*",
    cut: [],
  },
];

/** The build fails if a library no longer has one of them, or something calls it. */
function withoutUnusedExports(): Plugin {
  return {
    name: "without-unused-exports",
    enforce: "pre",
    transform(code, id) {
      const found = UNUSED_EXPORTS.find(({ file }) => id.endsWith(file));
      if (!found) return null;
      const statements = found.names
        .split("|")
        .map((name) => new RegExp(`^exports\\.${name} =[\\s\\S]+?;\\n(?=exports|$)`, "m"));
      let left = code;
      for (const statement of [...statements, ...found.cut]) {
        if (!statement.test(left)) this.error(`${found.file} has no ${statement} any more`);
        left = left.replace(statement, "");
      }
      return { code: left, map: null };
    },
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === "chunk" ? Object.entries(file.modules) : [],
      );
      for (const [id, { code }] of modules)
        for (const { file, names, of } of UNUSED_EXPORTS) {
          const call = code?.match(new RegExp(`\\b[\\w$]*?${of}\\.(?:${names})\\b`));
          if (call && !id.endsWith(file)) this.error(`${id} needs ${call[0]}`);
        }
    },
  };
}

/** The build fails if one of them no longer replaces anything: a library has changed, and its part is back. */
function withoutUnused(): Plugin {
  const replaced = new Set<number>();
  return {
    name: "without-unused",
    enforce: "pre",
    resolveId(source, importer) {
      const found = UNUSED.findIndex(({ part, of }) => part === source && importer?.includes(of));
      if (found < 0) return null;
      replaced.add(found);
      return `\0unused:${found}`;
    },
    load(id) {
      return id.startsWith("\0unused:") ? UNUSED[Number(id.slice(8))]?.instead : null;
    },
    buildEnd(error) {
      const idle = UNUSED.filter((_, index) => !replaced.has(index));
      if (error || idle.length === 0) return;
      const names = idle.map(({ part, of }) => `${part} of ${of}`);
      this.error(`nothing imports what vite.config.ts leaves out: ${names.join(", ")}`);
    },
  };
}

/**
 * Vite's chunk loader waits for style sheets, which each chunk with an `import()` would list. All of ours are in one file that
 * every page has; the build fails if that changes. The panel names its own sheet by URL.
 */
function plainImports(): Plugin {
  return {
    name: "plain-imports",
    enforce: "pre",
    load(id) {
      const isLoader = id === "\0vite/preload-helper.js";
      return isLoader ? "export const __vitePreload = (load) => load();" : null;
    },
    // Vite puts the list in the place of this name.
    renderChunk: (code) => code.replaceAll("__VITE_PRELOAD__", "0"),
    generateBundle(_, bundle) {
      const sheets = new Set(
        Object.values(bundle).flatMap((file) =>
          file.type === "chunk" ? [...(file.viteMetadata?.importedCss ?? [])] : [],
        ),
      );
      if (sheets.size > 1) this.error(`more than one style sheet: ${[...sheets].join(", ")}`);
    },
  };
}

/** Removes route fields that only the server needs from the browser bundle. */
function withoutServerFacts(): Plugin {
  return {
    name: "without-server-facts",
    enforce: "pre",
    transform(code, id) {
      if (!/\/src\/routes\/(shell-)?table\.ts$/.test(id)) return null;
      const cut = code.replace(/^ +(cache|sitemap|audience|demoOnly): [^{},]+,$/gm, "");
      if (cut === code) this.error("the route table tells the server nothing any more");
      return { code: cut, map: null };
    },
  };
}

/** The townperk server that provides data for `npm run dev`. */
const SERVER = process.env.TOWNPERK_URL ?? "http://127.0.0.1:8080";

/**
 * `vite build` makes the browser bundle, `vite build --ssr` the server's single module, and `vite` shows source changes
 * at once with a running server's data.
 */
export default defineConfig(({ isSsrBuild, command }) => ({
  plugins: [
    ...(command === "build"
      ? [withoutUnused(), ...(isSsrBuild ? [] : [withoutUnusedExports()]), plainImports()]
      : [developmentServer(SERVER)]),
    react(),
    tailwindcss(),
    baseMapPlugin(),
    ...(isSsrBuild ? [routeTable()] : [withoutServerFacts(), passportWorker()]),
  ],
  define: command === "build" ? { "process.env.NODE_ENV": JSON.stringify("production") } : {},
  resolve: {
    alias: isSsrBuild
      ? [
          {
            // Starts faster and is 100 KB smaller than the streaming build, and needs no MessageChannel.
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
    // Not "browser", because the router would assume that it runs in one.
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
        // Never a data URL: each file has its own hash and cache entry.
        assetsInlineLimit: 0,
        // The server decides what to preload, and screens share one stylesheet.
        modulePreload: false,
        // The map library, loaded when a visitor opens the map. `scripts/weight.mjs` checks what is loaded before.
        chunkSizeWarningLimit: 1100,
        rolldownOptions: {
          input: { entry: "src/routes/entry-client.tsx", starter: "src/routes/starter.ts" },
          output: {
            // Everything that every visitor loads is one file, which compresses better than many. Excludes the map,
            // offline support, and browser-only screens.
            codeSplitting: {
              groups: [
                {
                  name: "app",
                  test: /node_modules\/(react|react-dom|scheduler|@tanstack)\/|src\/(api|components|lib|routes|ui)\/(?!starter|share-page|subscribe|follow-download|map\/|admin\/|boosts\/|sign-in\/|suggestions\/|offline\/|shell-|admin-|draw-|color|chance|town-[cs][oh]|storefront\/(?!storefront|street)|your-shop\.)/,
                },
                {
                  // Small, and each private screen needs most of them.
                  name: "kit",
                  test: /src\/kit\/(api|subjects|states|confirm|use-action|private-head|time)\.tsx?$/,
                },
              ],
            },
          },
        },
      },
}));
