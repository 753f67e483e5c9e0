import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Plugin, type Rolldown, transformWithOxc } from "vite";

const SOURCE = new URL("../worker/passport-worker.ts", import.meta.url);
/** Modules loaded by the passport and by shops' pages, right away or when something is saved. */
const STARTS = [
  "src/routes/entry-client.tsx",
  "src/routes/starter.ts",
  "src/features/passport/screens/passport-screen.tsx",
  "src/features/shops/screens/shop-screen.tsx",
  "src/lib/offline/keep-pages.ts",
  "src/ui/storefront/draw-storefront.ts",
];
/** Modules that the passport page may load on demand. */
const LATER = "/src/features/passport/";
/** Style sheets and fonts. Only the common character sets; rarer ones need a network. */
const LOOKS = [
  /\/besley-latin-wght-normal-.*\.woff2$/,
  /\/libre-franklin-latin-wght-normal-.*\.woff2$/,
  /\/favicon-.*\.svg$/,
  /\.css$/,
];

/** Writes `sw.js` next to the client's files: the worker, preceded by the names of this build's files. */
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

/** The build fails if one of them no longer exists, because otherwise nobody would notice until they are offline. */
function filesOf(bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === "chunk");
  const files = new Set<string>();
  for (const look of LOOKS) {
    const found = Object.keys(bundle).filter((file) => look.test(file));
    if (found.length === 0)
      throw new Error(`the passport's worker keeps ${look}, and there is none`);
    for (const file of found) files.add(file);
  }
  const take = (file: string) => {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    if (!chunk || files.has(file)) return;
    files.add(file);
    for (const next of chunk.imports) take(next);
  };
  for (const start of STARTS) {
    const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${start}`));
    if (!chunk)
      throw new Error(`the passport's worker keeps ${start}, which has no chunk of its own`);
    take(chunk.fileName);
  }
  for (const chunk of chunks) if (chunk.facadeModuleId?.includes(LATER)) take(chunk.fileName);
  return [...files].sort();
}
