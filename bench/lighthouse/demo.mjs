import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { answering, freePort, start } from "../lib/process.mjs";

const project = fileURLToPath(new URL("../..", import.meta.url));
const binary = resolve(project, process.env.CARGO_TARGET_DIR ?? "target", "debug/townperk");

/** The built binary with the demo's content in a folder of its own. */
export async function serveDemo() {
  const folder = await mkdtemp(join(tmpdir(), "townperk-lighthouse-"));
  const address = `127.0.0.1:${await freePort()}`;
  const server = start(binary, ["serve", "--demo"], {
    TOWNPERK_LISTEN: address,
    TOWNPERK_DATA_DIR: join(folder, "data"),
    TOWNPERK_LOG: "warn",
  });
  const url = `http://${address}`;
  await answering(`${url}/readyz`, server);
  return {
    url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
