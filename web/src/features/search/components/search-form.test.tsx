import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { SearchQuery } from "../search-query.ts";
import { SearchForm } from "./search-form.tsx";

afterEach(cleanup);

const nothing: SearchQuery = {
  q: "",
  featured: false,
  sort: "",
  openNow: false,
  hasWifi: false,
  hasParking: false,
  petFriendly: false,
  goodForWork: false,
  hasOutdoorSeating: false,
  state: "",
  lat: null,
  lon: null,
  radius: null,
  page: 1,
};
const zip = { code: "71301", city: "Alexandria", state: "LA", latitude: 31.3, longitude: -92.4 };

const form = (query: Partial<SearchQuery>, of: typeof zip | null = null) => (
  <SearchForm query={{ ...nothing, ...query }} zip={of} />
);
const distance = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Distance" });
const state = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "State" });
const text = () => screen.getByRole<HTMLInputElement>("searchbox");
const wifi = () => screen.getByRole<HTMLInputElement>("checkbox", { name: "WiFi" });

it("asks again with a changed field, which keeps the focus when the answer is there", async () => {
  const asked = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener("submit", asked);
  const { rerender } = render(form({ q: "71301" }, zip));
  const field = distance();
  expect(field.value).toBe("");
  field.focus();
  await userEvent.selectOptions(field, "Within 50 miles");
  expect(asked).toHaveBeenCalledOnce();
  rerender(form({ q: "71301", radius: 50 }, zip));
  expect(distance()).toBe(field);
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe("50");
  window.removeEventListener("submit", asked);
});

it("says what is shown when something else was asked for by a link", async () => {
  const { rerender } = render(form({ q: "71301", radius: 50 }, zip));
  await userEvent.type(text(), "never sent");
  await userEvent.click(wifi());
  await userEvent.selectOptions(state(), "Oregon");
  rerender(form({ q: "71301", radius: 33, hasWifi: true, state: "TX" }, zip));
  expect([text().value, wifi().checked, state().value, distance().value]).toEqual([
    "71301",
    true,
    "TX",
    "33",
  ]);
  rerender(form({ q: "kettle" }));
  expect([text().value, wifi().checked, state().value]).toEqual(["kettle", false, ""]);
});

it("leaves alone what is being typed while the same search is drawn again", async () => {
  const { rerender } = render(form({ q: "kettle" }));
  await userEvent.type(text(), " drum");
  rerender(form({ q: "kettle" }));
  expect(text().value).toBe("kettle drum");
});

it("keeps further filters open while one of them is on", async () => {
  const closed = () => document.querySelector(".filters-closed");
  const { rerender } = render(form({ q: "kettle" }));
  const more = screen.getByRole("button", { name: "More filters" });
  expect(more.getAttribute("aria-expanded")).toBe("false");
  expect(closed()).not.toBeNull();
  await userEvent.click(more);
  expect(closed()).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Fewer filters" }));
  expect(closed()).not.toBeNull();
  rerender(form({ q: "kettle", hasWifi: true }));
  expect(closed()).toBeNull();
});
