import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Directory, readDirectory } from "./directory.ts";
import { expect, test } from "./fixtures.ts";
import { plainScreens, publicScreens } from "./screens.ts";
import { checkPages } from "./vnu.ts";

interface Message {
  type: string;
  subType?: string;
  url: string;
  message: string;
  extract?: string;
}

/** Safari needs it where a list doesn't look like one (`web/src/ui/list-role.ts`); the checker knows no browsers. */
const NEEDED = /^The “list” role is unnecessary for element “[ou]l”\.$/;

const screens = { ...publicScreens, ...plainScreens };

/** The checker's messages for each page. */
async function check(url: string, directory: Directory): Promise<Map<string, string[]>> {
  const folder = await mkdtemp(join(tmpdir(), "townperk-html-"));
  try {
    const faults = new Map<string, string[]>();
    const files: string[] = [];
    for (const [name, address] of Object.entries(screens)) {
      const answer = await fetch(url + address(directory));
      const file = join(folder, `${name.replaceAll(/\W/g, "-")}.html`);
      await writeFile(file, await answer.text());
      faults.set(name, []);
      files.push(file);
    }
    const { messages }: { messages: Message[] } = JSON.parse(await checkPages(files));
    for (const { type, subType, url: file, message, extract } of messages) {
      if ((type !== "error" && subType !== "warning") || NEEDED.test(message)) continue;
      const name = [...faults.keys()].find((one) =>
        file.endsWith(`/${one.replaceAll(/\W/g, "-")}.html`),
      );
      faults.get(name ?? "")?.push(`${type}: ${message} ${extract ?? ""}`);
    }
    return faults;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test.describe("the W3C's checker finds nothing wrong", () => {
  test.describe.configure({ mode: "default" });
  let faults = new Map<string, string[]>();

  test.beforeAll(async ({ server }) => {
    test.setTimeout(120_000);
    faults = await check(server.url, await readDirectory(server.url));
  });

  for (const name of Object.keys(screens)) {
    test(name, () => {
      expect(faults.get(name)).toEqual([]);
    });
  }
});
