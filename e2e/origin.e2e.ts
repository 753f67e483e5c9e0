import { writeFile } from "node:fs/promises";
import { expectAccessibleInBothModes, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

/** An extract dated `moment` with one cafe, whose number no other journey has. */
function extract(moment: string, id: number, name: string) {
  const properties = {
    "@id": `node/${id}`,
    amenity: "cafe",
    name,
    "addr:housenumber": String(id),
    // Other journeys list shops on Main Street, and another name at the same address is a question.
    "addr:street": "Exchange Street",
    "addr:city": "Alexandria",
    "addr:state": "LA",
    "addr:postcode": "71301",
    opening_hours: "Mo-Fr 07:00-15:00",
  };
  const geometry = { type: "Point", coordinates: [-92.4451 + id / 10_000, 31.3113] };
  const features = [{ type: "Feature", properties, geometry }];
  return JSON.stringify({ type: "FeatureCollection", timestamp: moment, features });
}

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
]) {
  test(`a shop's page says where its facts come from, and that old hours may have changed, ${size.width} px wide`, async ({
    page,
    server,
  }, info) => {
    await page.setViewportSize(size);
    const lately = new Date(Date.now() - 20 * 24 * 3600 * 1000);
    for (const [age, moment, id] of [
      ["Old", "2020-03-07T00:22:02Z", size.width],
      ["New", lately.toISOString(), size.width + 100],
    ] as const) {
      const file = info.outputPath(`${id}.geojson`);
      await writeFile(file, extract(moment, id, `${age} Hours ${size.width} Cafe`));
      expect(await server.townperk("import", file)).toMatch(/added\s+1\b/);
    }
    for (const age of ["old", "new"] as const) {
      await expect(async () => {
        const answer = await page.goto(
          `/coffee-shops/${age}-hours-${size.width}-cafe-alexandria-la`,
        );
        expect(answer?.status()).toBe(200);
      }).toPass();
      await hydrated(page);
      const contact = page.getByRole("region", { name: "Contact & Hours" });
      await expect(contact.getByRole("link", { name: "ODbL 1.0" })).toHaveAttribute(
        "href",
        "/data-sources",
      );
      const hours = contact.getByText("Hours from March 2020, may have changed");
      await expect(hours).toHaveCount(age === "old" ? 1 : 0);
      await expect(contact.getByText(/From OpenStreetMap, \w+ 20\d\d/)).toBeVisible();
      await expectNoSidewaysScroll(page);
      await expectAccessibleInBothModes(page);
      const shots = process.env.SCREENSHOTS;
      if (!shots) continue;
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await contact.screenshot({ path: `${shots}/${age}-${size.width}-${colorScheme}.png` });
      }
    }
  });
}
