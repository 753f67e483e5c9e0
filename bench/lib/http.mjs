import http from "node:http";
import { brotliDecompressSync } from "node:zlib";

/**
 * One GET that accepts Brotli, as browsers do, and returns the raw bytes (fetch would decompress them).
 * @param {string} url @param {http.Agent} [agent]
 * @returns {Promise<{ status: number, headers: http.IncomingHttpHeaders, body: Buffer, text: () => string, milliseconds: number }>}
 */
export function get(url, agent) {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { "accept-encoding": "br" } }, (answer) => {
        const chunks = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("error", reject);
        answer.on("end", () => {
          const body = Buffer.concat(chunks);
          const text = () =>
            (answer.headers["content-encoding"] === "br"
              ? brotliDecompressSync(body)
              : body
            ).toString();
          resolve({
            status: answer.statusCode,
            headers: answer.headers,
            body,
            text,
            milliseconds: performance.now() - began,
          });
        });
      })
      .on("error", reject);
  });
}

/** Render time in milliseconds according to the server, or undefined if it didn't render. @param {http.IncomingHttpHeaders} headers */
export function renderTime(headers) {
  const found = /(?:^|,)\s*render;(?:[^,]*;)?\s*dur=([\d.]+)/.exec(
    String(headers["server-timing"] ?? ""),
  );
  return found ? Number(found[1]) : undefined;
}
