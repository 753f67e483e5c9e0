// @vitest-environment node
import { describe, expect, it } from "vitest";
import { makeShop, site } from "../../test/support/samples.ts";
import { breadcrumbData, listedShopData, shopData } from "./structured-data.ts";

/** The data as serialized: JSON has no undefined. */
const written = (data: unknown) => JSON.parse(JSON.stringify(data));

describe("structured data of a shop", () => {
  it("holds what Google asks of a coffee shop", () => {
    expect(written(shopData(site, makeShop()))).toMatchObject({
      "@context": "https://schema.org",
      "@type": "CafeOrCoffeeShop",
      "@id": "https://townperk.example/coffee-shops/the-copper-kettle-alexandria-la",
      name: "The Copper Kettle",
      address: {
        streetAddress: "126 Main Street",
        addressLocality: "Alexandria",
        addressRegion: "LA",
        postalCode: "71301",
        addressCountry: "US",
      },
      geo: { latitude: "31.31129", longitude: "-92.44514" },
      telephone: "+13185550142",
      priceRange: "$$",
      openingHoursSpecification: [
        {
          dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
          opens: "07:00",
          closes: "17:00",
        },
        { dayOfWeek: ["Saturday"], opens: "08:00", closes: "14:00" },
        { dayOfWeek: ["Sunday"], opens: "00:00", closes: "00:00" },
      ],
      sameAs: ["https://copperkettle.example"],
    });
  });

  it("says special days twice, as Google and as schema.org read them", () => {
    const thanksgiving = {
      days: ["Thursday"],
      opens: "00:00",
      closes: "00:00",
      validFrom: "2026-11-26",
      validThrough: "2026-11-26",
      exception: true,
    };
    const week = { days: ["Thursday"], opens: "07:00", closes: "15:00" };
    const shop = makeShop({ hoursSpecification: [week, thanksgiving] });
    const special = {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: ["Thursday"],
      opens: "00:00",
      closes: "00:00",
      validFrom: "2026-11-26",
      validThrough: "2026-11-26",
    };
    const data = written(shopData(site, shop));
    expect(data.specialOpeningHoursSpecification).toEqual([special]);
    expect(data.openingHoursSpecification).toHaveLength(2);
    expect(data.openingHoursSpecification[1]).toEqual(special);
    expect(written(shopData(site, makeShop()))).not.toHaveProperty(
      "specialOpeningHoursSpecification",
    );
  });

  it("claims no rating of others' (decision D11)", () => {
    for (const data of [shopData(site, makeShop()), listedShopData(site, makeShop())]) {
      expect(JSON.stringify(data)).not.toMatch(/rating/i);
    }
  });

  it("names only amenities that are known, and says nothing of unknown facts", () => {
    expect(written(shopData(site, makeShop())).amenityFeature).toEqual([
      { "@type": "LocationFeatureSpecification", name: "WiFi", value: true },
      { "@type": "LocationFeatureSpecification", name: "Parking", value: false },
      { "@type": "LocationFeatureSpecification", name: "Work Friendly", value: true },
    ]);
    const bare = written(
      shopData(
        site,
        makeShop({
          latitude: null,
          telephone: null,
          hoursSpecification: null,
          website: "javascript:x",
        }),
      ),
    );
    expect(Object.keys(bare)).not.toEqual(
      expect.arrayContaining(["geo", "telephone", "openingHoursSpecification", "sameAs"]),
    );
  });

  it("has the menu, the profiles, the public address and further amenities", () => {
    const links = [
      { kind: "menu", label: "Menu", url: "https://bluedoor.example/menu" },
      { kind: "instagram", label: "@bluedoor", url: "https://www.instagram.com/bluedoor" },
      { kind: "email", label: "hello@bluedoor.example", url: "mailto:hello@bluedoor.example" },
    ] as const;
    const moreAmenities = [{ name: "hasRestroom", label: "Restroom", has: false }];
    const data = written(shopData(site, makeShop({ links: [...links], moreAmenities })));
    expect(data.hasMenu).toBe("https://bluedoor.example/menu");
    expect(data.email).toBe("hello@bluedoor.example");
    expect(data.sameAs).toContain("https://www.instagram.com/bluedoor");
    expect(data.sameAs).not.toContain("https://bluedoor.example/menu");
    expect(data.amenityFeature).toContainEqual({
      "@type": "LocationFeatureSpecification",
      name: "Restroom",
      value: false,
    });
  });

  it("takes two dollar signs when the price is unknown", () => {
    const unknown = makeShop({ foursquarePriceLevel: null, priceLevel: null });
    expect(listedShopData(site, unknown).priceRange).toBe("$$");
    expect(listedShopData(site, makeShop({ foursquarePriceLevel: 4 })).priceRange).toBe("$$$$");
  });
});

it("numbers a breadcrumb from 1 with absolute addresses", () => {
  const trail = [
    { name: "Home", href: "/" },
    { name: "Cities", href: "/cities" },
  ];
  expect(breadcrumbData(site, trail).itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: "https://townperk.example/" },
    { "@type": "ListItem", position: 2, name: "Cities", item: "https://townperk.example/cities" },
  ]);
});
