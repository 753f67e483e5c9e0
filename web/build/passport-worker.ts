import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plugin, type Rolldown, transformWithOxc } from "vite";

const SOURCE = new URL("../worker/passport-worker.ts", import.meta.url);
/** What the passport's page and shops' pages load. */
const STARTS = [
  "src/routes/entry-client.tsx",
  "src/features/passport/screens/passport-screen.tsx",
  "src/features/shops/screens/shop-screen.tsx",
];
/** The letters of the pages' texts; the rarer ones come with a network. */
const LETTERS = /-latin-wght-normal-.*\.woff2$|favicon-.*\.svg$|\.css$/;

/** Writes `sw.js` beside the client's files: the worker, with the names of this build's files in front of it. */
export function passportWorker(): Plugin {
  return {
    name: "passport-worker",
    async writeBundle({ dir = "" }, bundle) {
      const files = filesOf(bundle).map((file) => `/${file}`);
      const source = await readFile(SOURCE, "utf8");
      const build = createHash("sha256")
        .update(source)
        .update(files.join())
        .digest("hex")
        .slice(0, 12);
      const { code } = await transformWithOxc(source, "passport-worker.ts", { sourcemap: false });
      const head = `const BUILD = ${JSON.stringify(build)};\nconst FILES = ${JSON.stringify(files)};\n`;
      await writeFile(join(dir, "sw.js"), head + code);
    },
  };
}

function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
  const files = new Set(Object.keys(bundle).filter((file) => LETTERS.test(file)));
  const take = (file: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    if (!chunk || files.has(file)) return;
    files.add(file);
    for (const next of chunk.imports) take(next);
  };
  for (const start of STARTS) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(start));
    if (!chunk) throw new Error(`${start} has no chunk of its own`);
    take(chunk.fileName);
  }
  // What the passport loads when it is asked for.
  for (const chunk of chunks)
    if (/\/(features\/passport|lib\/offline)\//.test(chunk.facadeModuleId ?? ""))
      take(chunk.fileName);
  return [...files].sort();
}
