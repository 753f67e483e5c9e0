import type { Plugin } from "vite";

/** Server responses other than pages: the API, pictures, feeds, files. */
const FROM_THE_SERVER = "^/(api|photos|social|storage)/|\\.(atom|xml|txt|webmanifest|ico|png)$";

const OUTCOME = JSON.stringify({ outcome: { status: 200, shell: true }, reads: {} });
const SHELL =
  '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Townperk</title></head><body>' +
  `<script type="application/json" id="page-state">${OUTCOME}</script>` +
  '<script type="module" src="/src/routes/entry-client.tsx"></script></body></html>';

/**
 * For `npm run dev`: every page is the empty document, rendered by the browser from the sources, and calls are
 * forwarded to a running server. Server rendering is only visible after a build.
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
            // The server accepts writes only from its own pages.
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
