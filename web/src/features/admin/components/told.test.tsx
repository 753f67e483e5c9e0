import { cleanup, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answered, SHOP_PAGES, withPages } from "../../../../test/support/told.tsx";
import { Decide } from "./decide.tsx";
import { DeleteShop } from "./delete-shop.tsx";
import { ImageForm } from "./image-form.tsx";
import type { AdminShop } from "./shop-badges.tsx";
import { ShopForm } from "./shop-form.tsx";

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const done = answered({ entry: "entry-1", notices: [] });

const shop: AdminShop = {
  id: "shop-1",
  slug: "blue-door",
  name: "Blue Door",
  address: "126 Main Street, Alexandria, LA 71301",
  cityId: "city-1",
  cityName: "Alexandria",
  citySlug: "alexandria-la",
  state: "LA",
  phone: null,
  website: null,
  description: null,
  hours: null,
  imageUrl: null,
  hasWifi: null,
  hasOutlets: null,
  hasRestroom: null,
  hasDriveThrough: null,
  wheelchairAccessible: null,
  hasChangingTable: null,
  hasPlantMilk: null,
  roastsHere: null,
  priceLevel: null,
  menuUrl: null,
  instagram: null,
  facebook: null,
  publicEmail: null,
  categories: [],
  hasParking: null,
  petFriendly: null,
  goodForWork: null,
  hasOutdoorSeating: null,
  isActive: true,
  isBoosted: false,
  isDeleted: false,
  isUnconfirmed: false,
  boostedUntil: null,
  paidUntil: null,
  permanentlyClosed: false,
  onlineStoreName: null,
  onlineStoreUrl: null,
  ownerId: null,
  rating: null,
  reviewCount: null,
  upvoteCount: 0,
  timeZone: null,
  currentTimeZone: "America/Chicago",
  version: 4,
  createdAt: "2026-05-04T12:00:00Z",
  updatedAt: "2026-05-04T12:00:00Z",
};

describe("pages that were read before are fetched anew, and others aren't, when", () => {
  it("a shop is deleted", async () => {
    const pages = withPages(<DeleteShop shop={shop} />, done);
    await press(/^Delete/);
    await press("Delete coffee shop");
    expect(await pages.old()).toEqual(SHOP_PAGES);
  });

  it("a shop's facts are saved", async () => {
    const saved = { ...shop, phone: "318-555-0100", version: 5, entry: "entry-1", notices: [] };
    const pages = withPages(<ShopForm shop={shop} />, answered(saved));
    await userEvent.type(screen.getByRole("textbox", { name: /^Phone/ }), "318-555-0100");
    await press("Save changes");
    expect(await pages.old()).toEqual(SHOP_PAGES);
  });

  it("a story is decided, which may be on its town's page now", async () => {
    const side = {
      call: () => Promise.resolve({ entry: "entry-1" }),
      done: "Decided",
      failed: { title: "Error", text: "Not decided" },
    };
    const decision = {
      subject: "Blue Door",
      changes: ["story:story-1"] as const,
      approve: side,
      reject: side,
      question: { title: "", text: "", verb: "", required: false },
    };
    const pages = withPages(<Decide what="the story" decision={decision} />, done);
    await press(/^Approve/);
    expect(await pages.old()).toEqual([
      "/api/coffee-shops/blue-door",
      "/api/cities/alexandria-la",
      "/api/cities/alexandria-la/local-vibes",
    ]);
  });

  it("a town gets another picture", async () => {
    const city = { id: "city-1", name: "Alexandria", state: "LA", photos: [] };
    const pages = withPages(<ImageForm city={city} close={() => {}} />, done);
    await userEvent.type(
      screen.getByRole("textbox", { name: /^Image URL/ }),
      "https://pictures.example/a.jpg",
    );
    await userEvent.click(screen.getByRole("button", { name: /Image|Save/ }));
    expect(await pages.old()).toEqual([
      // The shop's page names its town.
      "/api/coffee-shops/blue-door",
      "/api/cities/alexandria-la",
      "/api/cities/alexandria-la/local-vibes",
      "/api/search?q=blue",
    ]);
  });
});
