import { expect, test } from "./fixtures.ts";
import { mailsTo, mailTo } from "./mailbox.ts";
import { expectScreen, WIDTHS } from "./owners.ts";
import { hydrated } from "./pages.ts";

const PASSWORD = "a-long-enough-password";
// The mail about a decision is sent when it is asked for.
test.use({
  settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD, TOWNPERK_DECISION_MAIL_SECONDS: "600" },
});

for (const [index, width] of WIDTHS.entries()) {
  test(`a take-down that is asked for is done and undone, ${width} px wide`, async ({
    page,
    request,
    server,
    directory: { shops },
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const shop = shops[index + 30];
    const address = `neighbor-${width}@home.example`;
    await page.goto("/contact");
    await hydrated(page);
    await page.getByLabel(/^Page/).fill(`/coffee-shops/${shop?.slug}`);
    await page.getByLabel(/^Reason/).selectOption("closed");
    await page.getByLabel(/^What should be taken down/).fill("The windows are boarded up.");
    await page.getByLabel(/^Your email/).fill(address);
    await page.getByRole("button", { name: "Send the request" }).click();
    await expect(page.getByText(/^Thank you\. We'll review it/)).toBeVisible();

    await page.goto("/admin");
    await page.getByLabel(/^Password/).fill(PASSWORD);
    await page.getByRole("button", { name: "Login" }).click();
    await page.getByRole("button", { name: `${shop?.name} (closed)` }).click();
    const asked = page.getByText(`Asked by ${address}`).filter({ visible: true });
    await expect(asked).toHaveCount(1);
    await expectScreen(page, "Admin Dashboard");
    await page.getByRole("button", { name: "Mark as closed", exact: true }).click();
    const isClosed = async () => {
      const answer = await request.get(`${server.url}/api/coffee-shops/${shop?.slug}`);
      return (await answer.json()).permanentlyClosed as boolean;
    };
    await expect.poll(isClosed).toBe(true);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect.poll(isClosed).toBe(false);

    // It waits again. The mail about the undone decision is never sent.
    await page.reload();
    await page.getByRole("button", { name: `${shop?.name} (closed)` }).click();
    await page.getByRole("button", { name: "Mark as closed", exact: true }).click();
    await expect.poll(isClosed).toBe(true);
    // One mail is held.
    const outbox = await page.request.get("/api/admin/outbox?state=waiting");
    const held = (await outbox.json()).items.filter(
      ({ recipient }: { recipient: string }) => recipient === address,
    );
    expect(held).toHaveLength(1);
    const sent = await page.request.post(`/api/admin/outbox/${held[0].id}/retry`);
    expect(sent.status(), await sent.text()).toBe(200);
    const mail = await mailTo(server.mails, address);
    expect(mail.text).toContain("now marked permanently closed");
    expect(await mailsTo(server.mails, address)).toHaveLength(1);
  });
}
