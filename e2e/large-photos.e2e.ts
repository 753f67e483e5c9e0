import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { listOwnShop } from "./shop-people.ts";

/** A photo of this size, of few colors, so that the file is small. The page's canvas isn't guarded for it. */
async function photoOf(page: Page, width: number, height: number, mimeType: string) {
  const url = await page.evaluate(
    ([across, down, kind]) => {
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [across, down];
      const paper = canvas.getContext("2d");
      if (!paper) throw new Error("no canvas");
      const band = Math.ceil(down / 12);
      for (let number = 0; number < 12; number++) {
        paper.fillStyle = `hsl(${number * 30}, 50%, ${30 + 3 * number}%)`;
        paper.fillRect(0, number * band, across, band);
      }
      const data = canvas.toDataURL(kind, 0.8);
      // Gives the memory back.
      canvas.width = 0;
      return data;
    },
    [width, height, mimeType] as const,
  );
  expect(url.slice(0, 30)).toContain(mimeType);
  const buffer = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  expect(buffer.length).toBeLessThan(5_242_880);
  return { name: `${width}x${height}.${mimeType.slice(6)}`, mimeType, buffer };
}

const photosOf = (page: Page) => page.getByRole("region", { name: "Photos" });
const choose = (page: Page) => photosOf(page).locator('input[type="file"]').first();

test("photos of more pixels than the server decodes are taken, JPEG, PNG and WebP", async ({
  page,
  server,
}) => {
  test.slow();
  const shop = await listOwnShop(page, server, "Many Pixels");
  await page.goto(`/your-shop/${shop.slug}`);
  let sent = 0;
  for (const [width, height, type] of [
    [8064, 6048, "image/jpeg"],
    [7500, 5600, "image/png"],
    [7400, 5600, "image/webp"],
  ] as const) {
    await choose(page).setInputFiles(await photoOf(page, width, height, type));
    sent += 1;
    await expect(photosOf(page).getByText(`${sent} of 12.`)).toBeVisible({ timeout: 60_000 });
    const { photos } = await (await page.request.get(`/api/coffee-shops/${shop.slug}`)).json();
    expect(photos).toHaveLength(sent);
    expect(Math.round((100 * photos.at(-1).width) / photos.at(-1).height)).toBe(
      Math.round((100 * width) / height),
    );
  }
});

test("a browser that guards what is drawn stores no stripes", async ({ page, server }) => {
  test.slow();
  const shop = await listOwnShop(page, server, "No Stripes");
  // As Firefox does it with resistFingerprinting: nothing fails, and every answer is a pattern.
  await page.addInitScript(() => {
    const stripes = (data: Uint8ClampedArray) => {
      for (let at = 0; at < data.length; at++)
        data[at] = at % 4 === 3 ? 255 : ((at % 32) * 53) % 256;
    };
    const { getImageData } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.getImageData = function (left, top, width, height) {
      const image = getImageData.call(this, left, top, width, height);
      stripes(image.data);
      return image;
    };
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      const paper = this.getContext("2d");
      const image = paper?.createImageData(this.width, this.height);
      if (paper && image) {
        stripes(image.data);
        paper.putImageData(image, 0, 0);
      }
      toBlob.call(this, done, type, quality);
    };
  });
  await page.goto(`/your-shop/${shop.slug}`);
  await choose(page).setInputFiles(await photoOf(page, 8064, 6048, "image/jpeg"));
  const words = photosOf(page).getByText(/keeps this page from resizing the photo/);
  await expect(words).toBeVisible({ timeout: 60_000 });
  await expect(words).toContainText("5 MB and 40 megapixels");
  const shown = async () =>
    (await (await page.request.get(`/api/coffee-shops/${shop.slug}`)).json()).photos;
  expect(await shown()).toEqual([]);

  // What the server takes as it is needs no drawing.
  await choose(page).setInputFiles(await photoOf(page, 6000, 4000, "image/jpeg"));
  await expect(photosOf(page).getByText("1 of 12.")).toBeVisible({ timeout: 60_000 });
  expect(await shown()).toHaveLength(1);
});
