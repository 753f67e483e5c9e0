import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readDirectory } from "./directory.ts";
import { expect, test } from "./fixtures.ts";
import { checkXml } from "./vnu.ts";

const SCHEMA = fileURLToPath(new URL("atom.rnc", import.meta.url));

/** The faults of a feed, a line each. */
async function faultsOf(feed: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "townperk-feed-"));
  try {
    const file = join(folder, "feed.atom");
    await writeFile(file, feed);
    return await checkXml(SCHEMA, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test("feeds are as RFC 4287 wants them", async ({ server }) => {
  const { town } = await readDirectory(server.url);
  for (const path of ["/feed.atom", `/cities/${town.slug}/feed.atom`, "/blog/feed.atom"]) {
    const answer = await fetch(server.url + path);
    expect(answer.status, path).toBe(200);
    const feed = await answer.text();
    expect(feed, path).toContain("<entry>");
    expect(await faultsOf(feed), path).toEqual([]);
  }
});

test("the check sees faults", async ({ server }) => {
  const feed = await (await fetch(`${server.url}/feed.atom`)).text();
  for (const [from, to] of [
    [/<updated>([^<]*)Z</, "<updated>$1<"],
    [/<author>.*?<\/author>/, ""],
    [/<id>urn:uuid:/, "<id>"],
    [/rel="self"/, 'rel="selfish"'],
    [/<title>/, "<title><b/>"],
  ] as const) {
    const broken = feed.replace(from, to);
    expect(broken).not.toBe(feed);
    expect((await faultsOf(broken)).length, String(from)).toBeGreaterThan(0);
  }
});
