import { mkdir, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { test } from "./fixtures.ts";
import { enter, FOLDER, MOST, openStop, readPlaces, stops, type Who } from "./tour.ts";

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

test.use({
  demo: "everything",
  viewport: DESK,
  colorScheme: "light",
  contextOptions: { reducedMotion: "reduce" },
});

test("pictures of the tour", async ({ page, context, server, directory, complaints }) => {
  // The fixed time is a script, and in the frame of a letter none may run.
  complaints.tolerate(/^Blocked script execution in \S*\/preview\/letter/);
  const places = await readPlaces(server.url, directory);
  const easel = await context.newPage();
  // In the time zone of the tests: what is open now doesn't depend on when the pictures are made.
  const morning = await page.evaluate(() => new Date().setHours(10, 0, 0, 0));
  await page.clock.setFixedTime(morning);
  await mkdir(FOLDER, { recursive: true });

  let last: Who | undefined;
  for (const stop of stops)
    await test.step(stop.name, async () => {
      await page.setViewportSize(stop.isPhone ? PHONE : DESK);
      if (stop.who !== last) await enter(page, stop.who);
      last = stop.who;
      await openStop(page, stop, places);
      for (const mode of stop.isInReadme ? (["light", "dark"] as const) : (["light"] as const)) {
        await page.emulateMedia({ colorScheme: mode });
        await settle(page, stop.from);
        await hideFolder(page, server.data);
        const picture = await page.screenshot({ animations: "disabled", caret: "hide" });
        const small = await asWebp(easel, picture);
        await writeFile(new URL(`${stop.name}-${mode}.webp`, FOLDER), small);
      }
      await page.emulateMedia({ colorScheme: "light" });
    });
});

/** Waits for fonts and for the images in view, and puts the picture's beginning at the top. */
async function settle(page: Page, from: string | undefined) {
  await page.mouse.move(0, 0);
  await page.evaluate(async (id) => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const first = id === undefined ? null : document.getElementById(id);
    if (first) first.scrollIntoView({ behavior: "instant" });
    else window.scrollTo({ top: 0, behavior: "instant" });
    await document.fonts.ready;
    const isInView = (image: Element) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    };
    const images = [...document.images].filter(isInView);
    await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  }, from);
}

/** The data folder is another one each time, and nobody's who reads the picture. */
async function hideFolder(page: Page, folder: string) {
  await page.evaluate((folder) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (text.data.includes(folder)) text.data = text.data.replaceAll(folder, "townperk");
    }
  }, folder);
}

/** The browser's screenshots are PNG or JPEG; its canvas also makes WebP, here as good as fits. */
async function asWebp(easel: Page, png: Buffer): Promise<Buffer> {
  const source = `data:image/png;base64,${png.toString("base64")}`;
  const made = await easel.evaluate(
    async ({ source, most }) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      for (let percent = 92; percent >= 30; percent -= 4) {
        const [kind, bytes = ""] = canvas.toDataURL("image/webp", percent / 100).split(",");
        if (!kind?.startsWith("data:image/webp")) throw new Error(`this browser made a ${kind}`);
        if ((bytes.length * 3) / 4 <= most) return bytes;
      }
      throw new Error(`the picture doesn't fit into ${most} bytes`);
    },
    { source, most: MOST },
  );
  return Buffer.from(made, "base64");
}
