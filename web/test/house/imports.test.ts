// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const src = resolve(import.meta.dirname, "../../src");

/** Each layer may import from itself and from the layers before it. */
const LAYERS = ["api", "ui", "lib", "kit", "components", "features", "routes"];

interface Import {
  from: string;
  to: string;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(resolve(src, file), "utf8");
  const found = text.matchAll(/(?:from|import\()\s*"(\.[^"]+)"|^import "(\.[^"]+)"/gm);
  return [...found].map(([, one, other]) => ({
    from: file,
    to: relative(src, resolve(src, dirname(file), one ?? other ?? "")),
  }));
}

const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.(test|gen)\.tsx?$/.test(file),
);
const imports = files.flatMap(importsOf);
const layer = (file: string) => LAYERS.indexOf(file.split("/")[0] ?? "");
const room = (file: string) => (file.startsWith("features/") ? file.split("/")[1] : undefined);

it("reads the sources", () => {
  expect(files.length).toBeGreaterThan(50);
  expect(imports.length).toBeGreaterThan(150);
  for (const file of files) expect(layer(file), `${file} is in no layer`).toBeGreaterThanOrEqual(0);
});

it("imports point downwards: routes, features, components, kit, lib, ui, api", () => {
  const wrong = imports.filter(({ from, to }) => layer(to) > layer(from));
  expect(wrong).toEqual([]);
});

it("no room imports another room: what two share belongs in components or lib", () => {
  const wrong = imports.filter(({ from, to }) => room(from) && room(to) && room(from) !== room(to));
  expect(wrong).toEqual([]);
});

it("the design system knows no product: no API, no router, no queries", () => {
  const wrong = files
    .filter((file) => file.startsWith("ui/"))
    .filter((file) =>
      /from "(@tanstack|\.\.\/(api|lib))/.test(readFileSync(resolve(src, file), "utf8")),
    );
  expect(wrong).toEqual([]);
});
