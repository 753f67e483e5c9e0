import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { WIDTHS } from "./owners.ts";
import { placePng } from "./place-png.ts";
import { listOwnShop } from "./shop-people.ts";

for (const width of WIDTHS) {
  test(`an owner crops a photo, again, and takes it back, ${width} px wide`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const shop = await listOwnShop(page, server, width < 500 ? "Frame Works" : "Passe Partout");
    await page.goto(`/your-shop/${shop.slug}`);
    const photos = page.getByRole("region", { name: "Photos" });
    await photos
      .locator('input[type="file"]')
      .first()
      .setInputFiles({ name: "room.png", mimeType: "image/png", buffer: placePng(1200, 800) });
    await page.getByRole("button", { name: "It's decorative" }).click();
    const picture = photos.getByRole("img").first();
    const size = () =>
      picture.evaluate((image) => `${image.getAttribute("width")}x${image.getAttribute("height")}`);
    await expect.poll(size).toBe("1200x800");

    // By keys: from the whole photo, half its width.
    await photos.getByRole("button", { name: "Crop photo 1" }).click();
    const dialog = page.getByRole("dialog", { name: "Crop photo 1" });
    const part = dialog.getByRole("button", { name: "Part of the photo that is shown" });
    await expect(part).toBeFocused();
    for (let step = 0; step < 25; step++) await page.keyboard.press("Shift+ArrowLeft");
    for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
    await expect(dialog.getByText(/Shown: 50% of the width/)).toContainText("10% from the left");
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await dialog.getByRole("button", { name: "Save crop" }).click();
    await expect(page.getByText("Photo cropped")).toBeVisible();
    await expect.poll(size).toBe("600x800");
    await expect(photos.getByRole("button", { name: "Crop photo 1" })).toBeFocused();

    // By pointer, from the original again: the lower right corner to the middle, as a square.
    await photos.getByRole("button", { name: "Crop photo 1" }).click();
    await expect(part).toBeVisible();
    await dialog.getByRole("radio", { name: "Square" }).check();
    const box = await part.boundingBox();
    if (!box) throw new Error("no part");
    await page.mouse.move(box.x + box.width, box.y + box.height);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    await page.mouse.up();
    const after = await part.boundingBox();
    expect(Math.abs((after?.width ?? 0) - (after?.height ?? 9))).toBeLessThan(3);
    expect(after?.width).toBeLessThan(box.width * 0.7);
    await dialog.getByRole("button", { name: "Larger" }).click();
    await dialog.getByRole("button", { name: "Save crop" }).click();
    await expect.poll(async () => new Set((await size()).split("x")).size).toBe(1);

    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(size).toBe("600x800");
    await photos.getByRole("button", { name: "Crop photo 1" }).click();
    await dialog.getByRole("button", { name: "Use whole photo" }).click();
    await expect.poll(size).toBe("1200x800");
  });
}
