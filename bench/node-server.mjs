// A typical Node.js server for the same page: the same React bundle, the API's responses in memory, Brotli at the usual
// level for dynamic pages, and one process per CPU.
// usage: node bench/node-server.mjs --origin http://127.0.0.1:8080 --path /cities/x --port 3000 --mode render|cache
import cluster from "node:cluster";
import http from "node:http";
import { availableParallelism } from "node:os";
import { parseArgs, promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const { values } = parseArgs({
  options: {
    origin: { type: "string" },
    path: { type: "string" },
    port: { type: "string" },
    mode: { type: "string" },
  },
});
const { origin, path, port, mode } = values;

if (cluster.isPrimary) {
  for (let i = 0; i < availableParallelism(); i += 1) cluster.fork();
  cluster.on("exit", () => process.exit(1));
} else {
  await serve();
}

async function serve() {
  const page = await (await fetch(origin + path)).text();
  // What our server adds to React's document, copied from its page so that both send the same.
  const head =
    /((?:<link rel="(?:stylesheet|modulepreload)"[^>]*>)+)<\/head>/.exec(page)?.[1] ?? "";
  const [, end, state] =
    /(<script type="application\/json" id="page-state">(.*?)<\/script>.*?)<\/body>/s.exec(page);
  const reads = new Map();
  for (const read of Object.keys(JSON.parse(state).reads))
    reads.set(read, await (await fetch(origin + read)).text());

  globalThis.host = { get: (read) => reads.get(read) ?? null, log() {} };
  await import("../web/dist/server/entry-server.js");
  const argument = JSON.stringify({ path, search: "", origin, outcome: { status: 200 } });

  async function render() {
    const html = await globalThis.render(argument);
    return `<!DOCTYPE html>${html.replace("</head>", () => `${head}</head>`).replace("</body>", () => `${end}</body>`)}`;
  }
  const pack = (text, quality) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  const kept =
    mode === "cache" ? await pack(await render(), constants.BROTLI_DEFAULT_QUALITY) : undefined;

  http
    .createServer(async (_request, answer) => {
      const body = kept ?? (await pack(await render(), 4));
      answer.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-encoding": "br",
        "content-length": body.length,
        "cache-control": "no-cache",
        vary: "Accept-Encoding",
      });
      answer.end(body);
    })
    .listen(Number(port), "127.0.0.1");
}
