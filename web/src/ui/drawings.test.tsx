import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { act } from "react";
import { hydrateRoot } from "react-dom/client";
import { afterEach, expect, it, vi } from "vitest";
import { TownStamp } from "./skyline.tsx";
import { drawStorefront } from "./storefront/draw-storefront.ts";
import { storefront } from "./storefront/storefront.tsx";

afterEach(cleanup);

const Front = ({ name }: { name: string }) => (
  <figure>
    {storefront(name, name)}
    <TownStamp slug={name} fallbackColor={null} />
    <figcaption>{name}</figcaption>
  </figure>
);
const front = () => document.querySelector("svg")?.innerHTML ?? "";

it("draws what the server did not, and draws anew for another shop", async () => {
  const { rerender } = render(<Front name="Rosa's" />);
  expect(front()).toBe("");
  await waitFor(() => expect(front()).toContain("Rosa"));
  rerender(<Front name="Bluebird" />);
  await waitFor(() => expect(front()).toContain("Bluebird"));
  await waitFor(() => expect(document.querySelectorAll("svg")[1]?.firstChild).not.toBeNull());
});

it("keeps what the server drew, silently, also when React draws the rest again", async () => {
  const complained = vi.spyOn(console, "error").mockReturnValue();
  const box = document.createElement("div");
  document.body.append(box);
  box.innerHTML =
    '<figure><svg class="storefront" viewBox="0 0 320 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><path id="by-server"></path></svg>' +
    '<svg class="size-full" viewBox="0 0 64 64" aria-hidden="true"><path></path></svg><figcaption>Rosa\'s</figcaption></figure>';
  const root = await act(() => hydrateRoot(box, <Front name="Rosa's" />));
  await act(() => root.render(<Front name="Rosa's" />));
  expect(screen.getByText("Rosa's")).toBeTruthy();
  expect(box.querySelector("#by-server")).not.toBeNull();
  expect(complained.mock.calls.flat().join()).not.toMatch(/hydrat/i);
  await act(() => root.unmount());
  box.remove();
});

it("is the drawing that the server makes", async () => {
  render(<Front name="Rosa's" />);
  const expected = document.createElement("div");
  expected.innerHTML = `<svg>${drawStorefront("Rosa's", "Rosa's")}</svg>`;
  await waitFor(() => expect(front()).toBe(expected.querySelector("svg")?.innerHTML));
});
