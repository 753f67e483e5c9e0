import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readDirectory } from "./directory.ts";
import { expect, test } from "./fixtures.ts";
import { checkXml } from "./vnu.ts";

const SCHEMA = fileURLToPath(new URL("atom.rnc", import.meta.url));

/** Validates all feeds in one run: starting Java takes longer than validating a feed. */
async function faultsOf(feeds: readonly string[]): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), "townperk-feed-"));
  try {
    const files = feeds.map((_, number) => join(folder, `${number}.atom`));
    await Promise.all(files.map((file, number) => writeFile(file, feeds[number] ?? "")));
    const faults = await checkXml(SCHEMA, files);
    return files.map((file) => faults.filter((fault) => fault.startsWith(`${file}:`)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("feeds are as RFC 4287 wants them, and the check sees faults", async ({ server }) => {
  test.setTimeout(120_000);
  const { town } = await readDirectory(server.url);
  const paths = ["/feed.atom", `/cities/${town.slug}/feed.atom`, "/blog/feed.atom"];
  const feeds = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(server.url + path);
      expect(answer.status, path).toBe(200);
      return answer.text();
    }),
  );
  for (const feed of feeds) expect(feed).toContain("<entry>");
  const [feed = ""] = feeds;
  const broken = (
    [
      [/<updated>([^<]*)Z</, "<updated>$1<"],
      [/<author>.*?<\/author>/, ""],
      [/<id>urn:uuid:/, "<id>"],
      [/rel="self"/, 'rel="selfish"'],
      [/<title>/, "<title><b/>"],
    ] as const
  ).map(([from, to]) => feed.replace(from, to));
  const faults = await faultsOf([...feeds, ...broken]);
  expect(faults.slice(0, feeds.length)).toEqual(feeds.map(() => []));
  for (const [number, found] of faults.slice(feeds.length).entries()) {
    expect(found.length, `broken feed ${number}`).toBeGreaterThan(0);
  }
});
