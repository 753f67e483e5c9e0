import { expectAccessible } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { WIDTHS } from "./owners.ts";
import { hydrated } from "./pages.ts";

for (const width of WIDTHS) {
  test(`a newcomer sees the demo as an owner, the administrator and a visitor, ${width} px wide`, async ({
    page,
    complaints,
  }) => {
    // Whoever was the administrator asks for the panel as a visitor.
    complaints.tolerate(/status of 401/);
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/cities");
    await hydrated(page);
    const doors = page.getByRole("group", { name: "See it as" });
    await expectAccessible(page);
    await doors.getByRole("button", { name: "Owner" }).click();
    await expect(page).toHaveURL(/\/your-shop$/);
    await expect(page.getByRole("heading", { name: "Your coffee shops" })).toBeVisible();
    await expectAccessible(page);

    await doors.getByRole("button", { name: "Administrator" }).click();
    await expect(page).toHaveURL(/\/admin$/);
    await expect(page.getByRole("heading", { name: "Admin Dashboard" })).toBeVisible();
    await page.goto("/your-shop");
    await expect(page.getByRole("heading", { name: "Owner sign-in" })).toBeVisible();

    await doors.getByRole("button", { name: "Visitor" }).click();
    await expect(page).toHaveURL(/\/$/);
    await page.goto("/admin");
    await expect(page.getByLabel(/^Password/)).toBeVisible();
  });
}

test("a link of the console leads to a shop once, and says where new ones come from", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/status of 401/);
  const makeLink = async () =>
    /\S+\/demo(#token=\S+)/.exec(await server.townperk("demo", "links"))?.[1];
  const link = await makeLink();
  await page.goto(`/demo${link}`);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Your coffee shops" })).toBeVisible();
  await page.goto(`/demo${link}`);
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("alert")).toContainText("townperk demo links");
  await expectAccessible(page);

  // The browser loads nothing when a new link differs in its end alone.
  await page.goto(`/demo${await makeLink()}`);
  await expect(page.getByRole("alert")).toBeEmpty();
  await page.getByRole("button", { name: "Log in" }).click();
  await expect(page.getByRole("heading", { name: "Your coffee shops" })).toBeVisible();
});

test("behind a proxy the doors are shut, and it is said", async ({ page, complaints }) => {
  complaints.tolerate(/status of 404/);
  await page.route("**/api/demo/enter", (route) =>
    route.continue({
      headers: { ...route.request().headers(), "x-forwarded-for": "203.0.113.9" },
    }),
  );
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("button", { name: "Owner", exact: true }).click();
  await expect(page.getByText("Only the machine that serves this demo can do that.")).toBeVisible();
});
