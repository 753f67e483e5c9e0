import { readFile } from "node:fs/promises";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";

const PASSWORD = "a password for photos";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test("the administrator adds, describes, replaces and removes a story's photo", async ({
  page,
  directory: { shops },
}) => {
  const login = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(login.status()).toBe(200);
  const shop = shops.at(-1);
  const path = `/api/coffee-shops/${shop?.slug}`;
  const { id } = await (await page.request.get(path)).json();
  await page.goto(`/admin/coffee-shops/${id}`);
  const story = page.getByRole("region", { name: "Local Vibes" });
  await expect(story.getByText("Once the story is saved, you can add a photo.")).toBeVisible();
  await story.getByLabel(/^Main story/).fill("The mill stood here.");
  await story.getByRole("button", { name: "Save story" }).click();

  const part = page.getByRole("region", { name: "Photo of the story" });
  const buffer = await readFile(new URL("../web/public/icon-512.png", import.meta.url));
  const file = (name: string) => ({ name, mimeType: "image/png", buffer });
  const toast = (text: string) => page.getByRole("status").filter({ hasText: text });
  await part.getByLabel("Photo", { exact: true }).setInputFiles(file("mill.png"));
  await expect(toast("Photo added")).toBeVisible();
  const shown = async () => (await (await page.request.get(`${path}/local-vibes`)).json()).photo;
  const first = (await shown()).url;
  await expect(part.getByRole("img")).toHaveAttribute("src", first);

  await part.getByLabel(/^Description \(alt text\)/).fill("A mill by the river");
  await part.getByRole("button", { name: "Save description" }).click();
  await expect(toast("Description saved")).toBeVisible();
  await expect(part.getByRole("img", { name: "A mill by the river" })).toBeVisible();
  expect((await shown()).alt).toBe("A mill by the river");
  const visitor = await page.context().newPage();
  await visitor.goto(`/coffee-shops/${shop?.slug}`);
  await expect(visitor.getByRole("img", { name: "A mill by the river" })).toBeVisible();
  await visitor.close();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }

  await part.getByLabel("Another photo").setInputFiles(file("dam.png"));
  await expect(toast("Photo replaced")).toBeVisible();
  await expect(part.getByRole("img")).not.toHaveAttribute("src", first);
  expect((await shown()).alt).toBeNull();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(part.getByRole("img", { name: "A mill by the river" })).toBeVisible();

  await part.getByRole("button", { name: "Remove photo" }).click();
  await expect(toast("Photo removed")).toBeVisible();
  await expect(part.getByRole("img")).toHaveCount(0);
  expect(await shown()).toBeNull();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(part.getByRole("img", { name: "A mill by the river" })).toBeVisible();
});
