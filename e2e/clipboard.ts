import type { Page } from "@playwright/test";

/** Puts a PNG picture on the clipboard, as if it had been copied elsewhere. */
export async function copyPicture(page: Page) {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 120 } });
  await page.evaluate(
    async (bytes) => {
      const copied = new Blob([Uint8Array.from(bytes)], { type: "image/png" });
      await navigator.clipboard.write([new ClipboardItem({ "image/png": copied })]);
    },
    [...picture],
  );
}
