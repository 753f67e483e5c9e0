import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { heading, WIDTHS } from "./owners.ts";

for (const width of WIDTHS) {
  test(`a code that was asked for is read in the demo, and its link signs in, ${width} px wide`, async ({
    page,
  }) => {
    const address = `mails-${width}@shop.example`;
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/sign-in");
    await page.getByLabel("Email address").fill(address);
    await page.getByRole("button", { name: "Send me a code" }).click();
    await expect(page.getByText(address)).toBeVisible();

    const doors = page.getByRole("group", { name: "See it as" });
    await doors.getByRole("link", { name: "Mails" }).click();
    await expect(heading(page)).toHaveText("Mails");
    const mail = page.getByRole("listitem").filter({ hasText: `To ${address}` });
    const subject = mail.getByText(/^\d{6} is your/);
    await expect(subject).toBeVisible();
    await expectAccessible(page);
    await subject.click();
    await mail.getByRole("button", { name: "Text" }).click();
    await expect(mail.getByRole("link", { name: /#token=/ })).toBeVisible();
    // Here, and not beside the frame: axe waits forever for a frame that runs no scripts.
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await mail.getByRole("button", { name: "HTML" }).click();
    await mail.frameLocator("iframe").getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await expect(heading(page)).toHaveText("Sign in");
    await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
    await expect(heading(page)).toHaveText("Your coffee shops");
    await page.goBack();
    await expect(heading(page)).toHaveText("Mails");
  });
}

test("behind a proxy nobody reads the demo's mails, and it is said", async ({
  page,
  complaints,
}) => {
  complaints.tolerate(/status of 404/);
  await page.route("**/api/demo/mails", (route) =>
    route.continue({
      headers: { ...route.request().headers(), "x-forwarded-for": "203.0.113.9" },
    }),
  );
  await page.goto("/demo/mails");
  await expect(page.getByRole("alert")).toContainText(
    "Only the machine that serves this demo can do that.",
  );
  await expectAccessible(page);
});
