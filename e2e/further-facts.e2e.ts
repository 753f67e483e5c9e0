import { expect, test } from "./fixtures.ts";
import { expectScreen, WIDTHS } from "./owners.ts";
import { listOwnShop } from "./shop-people.ts";

for (const width of WIDTHS) {
  test(`an owner adds menu, profiles, categories and amenities, ${width} px wide`, async ({
    page,
    server,
    complaints,
  }) => {
    complaints.tolerate(/400 \(Bad Request\)/);
    await page.setViewportSize({ width, height: 844 });
    const shop = await listOwnShop(page, server, width < 500 ? "Oat Harbor" : "Barley Pier");
    await page.goto(`/your-shop/${shop.slug}`);
    const panel = (name: string) => page.getByRole("region", { name, exact: true });

    const links = panel("Menu, profiles and email");
    await links.getByRole("button", { name: /^Edit/ }).click();
    await expect(links.getByLabel(/^Public email/)).toHaveValue("");
    await expect(links.getByText(/Everybody will see it on the page/)).toBeVisible();
    await links.getByLabel(/^Menu link/).fill("example.com/menu");
    await links.getByLabel(/^Instagram/).fill("https://example.com/oat");
    await links.getByLabel(/^Public email/).fill("hello@example.com");
    await links.getByRole("button", { name: "Save" }).click();
    await expect(links.getByText(/That's no Instagram profile/)).toBeVisible();
    await expect(links.getByLabel(/^Menu link/)).toHaveValue(/example\.com\/menu/);
    await links.getByLabel(/^Instagram/).fill("@OatHarbor");
    await links.getByRole("button", { name: "Save" }).click();
    await expect(links.getByText("https://www.instagram.com/oatharbor")).toBeVisible();

    const kinds = panel("Categories and prices");
    await kinds.getByRole("button", { name: /^Edit/ }).click();
    const box = kinds.getByRole("combobox", { name: /^Categories/ });
    await box.fill("roast");
    await page.getByRole("option", { name: "Coffee Roaster" }).click();
    await box.fill("Poetry Corner");
    await box.press("Enter");
    await kinds.getByLabel(/^Price level/).selectOption("2");
    await expectScreen(page, shop.name);
    await kinds.getByRole("button", { name: "Save" }).click();
    await expect(kinds.getByText("Poetry Corner", { exact: true })).toBeVisible();
    await expect(kinds.getByText("Price level: $$")).toBeVisible();

    const amenities = panel("Amenities");
    await amenities.getByRole("button", { name: /^Edit/ }).click();
    await amenities.getByLabel(/^Plant Milk/).selectOption("yes");
    await amenities.getByLabel(/^Drive-through/).selectOption("yes");
    await amenities.getByLabel(/^Restroom/).selectOption("no");
    await amenities.getByRole("button", { name: "Save" }).click();
    await expect(amenities.getByText("Plant Milk", { exact: true })).toBeVisible();
    await expectScreen(page, shop.name);

    // Nobody has decided about the claim yet, so a new name waits.
    const name = panel("Name");
    await name.getByRole("button", { name: /^Edit/ }).click();
    await expect(name.getByText(/We check a new name before visitors see it/)).toBeVisible();
    await name.getByLabel(/^Name/).fill(`The ${shop.name}`);
    await name.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("We check the new name before visitors see it.")).toBeVisible();
    await expect(name.getByText(shop.name, { exact: true })).toBeVisible();

    const story = panel("Local story");
    await story.getByLabel(/^What makes your town special/).fill("The river bends twice.");
    await story.getByRole("button", { name: "Submit Story" }).click();
    await expect(story.getByText("Story Submitted")).toBeVisible();
    await page.reload();
    await expect(story.getByText(/Your local story is under review/)).toBeVisible();
    await expectScreen(page, shop.name);

    await page.goto(`/coffee-shops/${shop.slug}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(shop.name);
    const tags = page.getByRole("list", { name: "Categories and amenities" });
    for (const text of ["Coffee Roaster", "Plant milk", "Drive-through"])
      await expect(tags.getByText(text, { exact: true })).toBeVisible();
    await expect(tags.getByText("Restroom")).toHaveCount(0);
    const contact = page.getByRole("region", { name: "Contact & Hours" });
    await expect(contact.getByRole("link", { name: "Menu" })).toHaveAttribute(
      "href",
      "https://example.com/menu",
    );
    await expect(contact.getByRole("link", { name: "@oatharbor on Instagram" })).toBeVisible();
    await expect(contact.getByRole("link", { name: "hello@example.com" })).toHaveAttribute(
      "href",
      "mailto:hello@example.com",
    );
    await expectScreen(page, shop.name);

    await page.goto("/search?q=drive+thru+with+oat+milk+in+alexandria");
    await expect(page.getByRole("link", { name: shop.name }).first()).toBeVisible();
    const filters = page.getByRole("list", { name: "Filters from your text" });
    await expect(filters.getByRole("link", { name: "Remove Plant milk" })).toBeVisible();
    await filters.getByRole("link", { name: "Remove Drive-through" }).click();
    await expect(filters.getByRole("link")).toHaveCount(1);
  });
}
