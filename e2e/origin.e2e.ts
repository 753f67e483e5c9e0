import { writeFile } from "node:fs/promises";
import { expectAccessible, expectNoSidewaysScroll } from "./a11y.ts";
import { expect, test } from "./fixtures.ts";
import { hydrated } from "./pages.ts";

/** An extract dated `moment` with one cafe. */
function extract(moment: string, id: number, name: string) {
  const properties = {
    "@id": `node/${id}`,
    amenity: "cafe",
    name,
    "addr:housenumber": `${id}26`,
    "addr:street": "Main Street",
    "addr:city": "Alexandria",
    "addr:state": "LA",
    "addr:postcode": "71301",
    opening_hours: "Mo-Fr 07:00-15:00",
  };
  const geometry = { type: "Point", coordinates: [-92.4451 + id / 100, 31.3113] };
  const features = [{ type: "Feature", properties, geometry }];
  return JSON.stringify({ type: "FeatureCollection", timestamp: moment, features });
}

test("a shop's page says where its facts come from, and that old hours may have changed", async ({
  page,
  server,
}, info) => {
  const lately = new Date(Date.now() - 20 * 24 * 3600 * 1000);
  for (const [moment, id, name] of [
    ["2020-03-07T00:22:02Z", 1, "Old Hours Cafe"],
    [lately.toISOString(), 2, "New Hours Cafe"],
  ] as const) {
    const file = info.outputPath(`${id}.geojson`);
    await writeFile(file, extract(moment, id, name));
    await server.townperk("import", file);
  }
  for (const size of [
    { width: 390, height: 844 },
    { width: 1280, height: 900 },
  ]) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      for (const age of ["old", "new"] as const) {
        await expect(async () => {
          const answer = await page.goto(`/coffee-shops/${age}-hours-cafe-alexandria-la`);
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
        await expectAccessible(page);
        const shots = process.env.SCREENSHOTS;
        if (shots)
          await contact.screenshot({ path: `${shots}/${age}-${size.width}-${colorScheme}.png` });
      }
    }
  }
});
