import { expect, test } from "./fixtures.ts";
import { expectScreen, expectShown, WIDTHS } from "./owners.ts";

const PASSWORD = "a-long-enough-password";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

for (const width of WIDTHS) {
  test(`the administrator comes in at /admin-login and leaves, ${width} px wide`, async ({
    page,
    complaints,
  }) => {
    complaints.tolerate(/status of 401/);
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/admin-login");
    await expectShown(page, "Admin login");
    const button = page.getByRole("button", { name: "Access Dashboard" });
    await expect(button).toBeDisabled();
    await page.getByLabel(/^Password/).fill("   ");
    await expect(button).toBeDisabled();
    await page.getByLabel(/^Password/).fill("wrong");
    await button.click();
    await expect(
      page.getByText("Access Denied: Incorrect password. Please try again."),
    ).toBeVisible();
    await expect(page.getByLabel(/^Password/)).toBeFocused();
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Access Granted")).toBeVisible();
    await expect(page).toHaveURL(/\/admin$/);
    await expectScreen(page, "Admin Dashboard");
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto("/admin");
    await expect(page.getByLabel(/^Password/)).toBeVisible();
  });
}

test("the form on /admin says what is wrong in its own words", async ({ page, complaints }) => {
  complaints.tolerate(/status of 401/);
  await page.goto("/admin");
  await page.getByLabel(/^Password/).fill("wrong");
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Login failed")).toBeVisible();
  await expect(page.getByText("Error: Invalid password")).toBeVisible();
});

test("nothing of the panel is asked for before the server says who is there", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/admin/")) asked.push(pathname);
  });
  await page.goto("/admin");
  await expect(page.getByLabel(/^Password/)).toBeVisible();
  expect([...new Set(asked)]).toEqual(["/api/admin/status"]);
});

test("who comes in by the form on /admin stays there", async ({ page }) => {
  await page.goto("/admin");
  await page.getByLabel(/^Password/).fill(PASSWORD);
  await page.getByRole("button", { name: "Login" }).click();
  await expect(page.getByText("Login successful")).toBeVisible();
  await expect(page.getByRole("button", { name: "Logout" })).toBeVisible();
  await expect(page).toHaveURL(/\/admin$/);
});

test("a link of the console lets the administrator in once, without the password", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/status of 40[01]/);
  const link = (await server.townperk("admin", "sign-in-link")).trim();
  expect(link).toContain("/admin-login#token=");
  await page.goto(link);
  await expectScreen(page, "Admin login");
  const button = page.getByRole("button", { name: "Access Dashboard" });
  await button.click();
  await expect(page).toHaveURL(/\/admin$/);
  await expectShown(page, "Admin Dashboard");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.goto(link);
  await button.click();
  await expect(page.getByText("This link was used or has expired.")).toBeVisible();
  await expect(page.getByLabel(/^Password/)).toBeVisible();
});
