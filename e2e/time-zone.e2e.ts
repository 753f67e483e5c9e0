import { expect, test } from "./fixtures.ts";

const PASSWORD = "a password for other clocks";
test.use({ settings: { TOWNPERK_ADMIN_PASSWORD: PASSWORD } });

test("the administrator gives a shop clocks of its own, and takes them back", async ({
  page,
  server,
  complaints,
}) => {
  complaints.tolerate(/400 \(Bad Request\)/);
  const login = await page.request.post(`${server.url}/api/admin/login`, {
    data: { password: PASSWORD },
    headers: { origin: server.url },
  });
  expect(login.status()).toBe(200);
  const { shops } = await (await page.request.get("/api/admin/coffee-shops")).json();
  const { id, slug, currentTimeZone } = shops[0];
  const clocks = async () =>
    (await (await page.request.get(`/api/coffee-shops/${slug}`)).json()).timeZone;
  expect(await clocks()).toBe(currentTimeZone);

  await page.goto(`/admin/coffee-shops/${id}`);
  const facts = page.getByRole("form", { name: "Facts" });
  const zone = facts.getByLabel(/^Time zone/);
  const save = facts.getByRole("button", { name: "Save changes" });
  await expect(zone).toHaveValue("");
  await expect(facts.getByText(`The shop’s clocks now: ${currentTimeZone}`)).toBeVisible();
  await zone.fill("Alaska");
  await save.click();
  await expect(facts.getByText(/Please enter the name of a time zone/)).toBeVisible();
  await expect(zone).toHaveValue("Alaska");
  expect(await clocks()).toBe(currentTimeZone);

  await zone.fill("America/Anchorage");
  await save.click();
  await expect(facts.getByText("The shop’s clocks now: America/Anchorage")).toBeVisible();
  expect(await clocks()).toBe("America/Anchorage");
  await zone.fill("");
  await save.click();
  await expect(facts.getByText(`The shop’s clocks now: ${currentTimeZone}`)).toBeVisible();
  expect(await clocks()).toBe(currentTimeZone);
});
