import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { answering, freePort, start } from "../lib/process.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));
const binary = resolve(project, process.env.CARGO_TARGET_DIR ?? "target", "debug/townperk");

/** The built binary with the demo's content in its own folder. */
export async function serveDemo({ photos = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "townperk-lighthouse-"));
  const address = `127.0.0.1:${await freePort()}`;
  const settings = {
    TOWNPERK_LISTEN: address,
    TOWNPERK_DATA_DIR: join(folder, "data"),
    TOWNPERK_LOG: "warn",
  };
  const server = start(binary, ["serve", "--demo=shops"], settings);
  const url = `http://${address}`;
  await answering(`${url}/readyz`, server);
  // Adds photos to the largest town, the one that is measured, while the server runs.
  if (photos)
    execFileSync(binary, ["demo", "photos"], {
      cwd: folder,
      env: { PATH: process.env.PATH, ...settings },
    });
  return {
    url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
