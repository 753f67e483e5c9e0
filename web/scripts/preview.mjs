/**
 * Serves the built app with sample data, without the Rust server: `npm run preview`. Adds the stylesheet, the
 * state block and the script to the document as the server does, under the same content security policy.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const samples = fileURLToPath(new URL("../test/support/sample-api.ts", import.meta.url));
const { answer } = (await runnerImport(samples)).module;
const dist = new URL("../dist/", import.meta.url);
const text = (file) => readFileSync(new URL(file, dist), "utf8");
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const TYPES = {
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".woff2": "font/woff2",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

const reads = new Map();
globalThis.host = {
  get(path) {
    const found = answer(path);
    if (found === undefined) return null;
    reads.set(path, found);
    return JSON.stringify(found);
  },
  log: (level, message) => console.error(level, message),
};
await import(new URL("server/entry-server.js", dist).href);

const { routes } = JSON.parse(text("routes.json"));
const manifest = JSON.parse(text("client/.vite/manifest.json"));
const entry = manifest["src/routes/entry-client.tsx"];

/** An entry's chunk and its static imports. */
function withImports(key) {
  const chunk = manifest[key];
  return [chunk, ...(chunk.imports ?? []).flatMap(withImports)];
}
const css = new Set(withImports("src/routes/entry-client.tsx").flatMap((chunk) => chunk.css ?? []));
const origin = "http://127.0.0.1:4173";

function match(pathname) {
  for (const route of routes) {
    const names = [];
    const pattern = route.pattern.replace(/\{(\w+)\}/g, (_, name) => {
      names.push(name);
      return "([^/]+)";
    });
    const found = new RegExp(`^${pattern}$`).exec(pathname);
    if (found) return { route, params: Object.fromEntries(names.map((n, i) => [n, found[i + 1]])) };
  }
  return null;
}

/** The first read that needs only path parameters decides whether the page exists. */
function outcomeOf(found) {
  if (!found) return { status: 404, kind: "page" };
  const { route, params } = found;
  for (const read of route.reads) {
    const path = read
      .split("{?")[0]
      .replace(/\{(\w+)\}/g, (_, name) => params[name] ?? route.query[name]?.default);
    if (answer(path) === undefined) return { status: 404, kind: route.missing };
  }
  return { status: 200 };
}

async function page(url) {
  const found = match(url.pathname);
  const outcome = outcomeOf(found);
  const missing = outcome.status !== 200;
  reads.clear();
  const isShell = url.searchParams.has("shell") || found?.route.cache === "shell";
  const html = isShell
    ? '<html lang="en"><head><title>Townperk</title></head><body><div id="shell"></div></body></html>'
    : await globalThis.render(
        JSON.stringify({
          path: missing ? "/404" : url.pathname,
          search: missing ? "" : url.search,
          origin,
          outcome,
        }),
      );
  const state = isShell
    ? { outcome: { status: 200, shell: true }, reads: {} }
    : { outcome, reads: Object.fromEntries(reads) };
  const head = [
    ...[...css].map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...(found && !missing ? [manifest[found.route.module]?.file] : [])
      .filter(Boolean)
      .map((file) => `<link rel="modulepreload" href="/${file}">`),
  ].join("");
  const block = JSON.stringify(state).replaceAll("<", "\\u003c");
  const tail =
    `<script type="application/json" id="page-state">${block}</script>` +
    `<script type="module" src="/${entry.file}"></script>`;
  return {
    status: outcome.status,
    html: `<!DOCTYPE html>${html.replace("</head>", `${head}</head>`).replace("</body>", `${tail}</body>`)}`,
  };
}

const delay = Number(process.env.API_DELAY ?? 0);

createServer(async (request, response) => {
  const url = new URL(request.url ?? "/", origin);
  const send = (status, type, body, headers = {}) => {
    response.writeHead(status, {
      "content-type": type,
      "content-security-policy": POLICY,
      ...headers,
    });
    response.end(body);
  };
  try {
    if (url.pathname.startsWith("/assets/")) {
      const body = readFileSync(new URL(`client${url.pathname}`, dist));
      send(200, TYPES[extname(url.pathname)] ?? "application/octet-stream", body);
    } else if (url.pathname.startsWith("/api/")) {
      const found = answer(url.pathname + url.search);
      await new Promise((done) => setTimeout(done, delay));
      if (found === undefined)
        send(404, "application/json", '{"message":"Not found","code":"not_found"}');
      else send(200, "application/json", JSON.stringify(found));
    } else {
      const { status, html } = await page(url);
      send(status, "text/html; charset=utf-8", html);
    }
  } catch (error) {
    console.error(error);
    send(500, "text/plain", String(error));
  }
}).listen(4173, "127.0.0.1", () => console.log(`Preview on ${origin}`));
