import type { Plugin } from "vite";

/** What the server answers with something else than a page: the API, pictures, feeds, files. */
const FROM_THE_SERVER = "^/(api|photos|social|storage)/|\\.(atom|xml|txt|webmanifest|ico|png)$";

const OUTCOME = JSON.stringify({ outcome: { status: 200, shell: true }, reads: {} });
const SHELL =
  '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>One moment…</title></head><body>' +
  `<script type="application/json" id="page-state">${OUTCOME}</script>` +
  '<script type="module" src="/src/routes/entry-client.tsx"></script></body></html>';

/**
 * For `npm run dev`: every page is the empty document, which the browser draws from the sources, and calls go on to a
 * running server. How the server draws a page is seen only after a build.
 */
export function developmentServer(server: string): Plugin {
  return {
    name: "development-server",
    config: () => ({
      appType: "custom",
      server: {
        proxy: {
          [FROM_THE_SERVER]: {
            target: server,
            changeOrigin: true,
            // The server takes writes from its own pages alone.
            headers: { origin: server },
          },
        },
      },
    }),
    configureServer(vite) {
      return () => {
        vite.middlewares.use(async (request, response, next) => {
          if (!request.headers.accept?.includes("text/html")) return next();
          const html = await vite.transformIndexHtml(request.url ?? "/", SHELL);
          response.setHeader("content-type", "text/html; charset=utf-8").end(html);
        });
      };
    },
  };
}
