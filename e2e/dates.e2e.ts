import { expect, test } from "./fixtures.ts";
import { listOwnShop } from "./shop-people.ts";

const PASSWORD = "a password for dates";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

/** Of today in so many years. */
const inYears = (years: number) => `${new Date().getFullYear() + years}-03-04`;

test("an owner is told beside the dates what is wrong with them", async ({ page, server }) => {
  const shop = await listOwnShop(page, server, "Leap Year");
  await page.goto(`/your-shop/${shop.slug}`);
  await page.getByRole("button", { name: "Edit special days" }).click();
  await page.getByRole("button", { name: "Add a day" }).click();
  const entry = page.getByRole("group", { name: "Entry 1" });
  const save = page.getByRole("button", { name: "Save" });
  for (const [date, words] of [
    [`1${inYears(1)}`, "Please write the year with four digits."],
    [inYears(1).replace("-", "1-"), "Please write the year with four digits."],
    [inYears(3), "Please choose days within two years."],
  ] as const) {
    await entry.getByLabel("First day").fill(date);
    await entry.getByLabel("Last day").fill(date);
    await save.click();
    await expect(entry).toContainText(words);
  }
  await entry.getByLabel("First day").fill(inYears(1));
  await entry.getByLabel("Last day").fill(inYears(1));
  await save.click();
  await expect(page.getByText("Visitors can see it now.")).toBeVisible();
});

test("the administrator is told at the field until when a boost can last", async ({
  page,
  directory: { shops },
}) => {
  const login = await page.request.post("/api/admin/login", { data: { password: PASSWORD } });
  expect(login.status()).toBe(200);
  const { id } = await (await page.request.get(`/api/coffee-shops/${shops.at(-1)?.slug}`)).json();
  await page.goto(`/admin/coffee-shops/${id}`);
  await page.getByLabel("Boosted", { exact: true }).check();
  const until = page.getByLabel(/^Boosted until/);
  for (const [date, words] of [
    [inYears(1).replace("-", "1-"), "Please write the year with four digits."],
    [inYears(3), "Please choose a day within two years."],
  ] as const) {
    await until.fill(date);
    await page.getByRole("button", { name: "Save changes" }).click();
    await expect(until).toHaveAccessibleDescription(new RegExp(words));
    await expect(until).toBeFocused();
  }
  await until.fill(inYears(1));
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Undo", exact: true })).toBeVisible();
});
