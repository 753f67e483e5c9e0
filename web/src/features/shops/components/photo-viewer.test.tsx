import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { Photo } from "../../../api/types.ts";
import { PhotoViewer } from "./photo-viewer.tsx";

afterEach(cleanup);

const photo = (number: number): Photo => ({
  url: `/photos/${number}.webp`,
  srcset: "",
  width: 1600,
  height: 1000,
  alt: number === 1 ? null : `Counter ${number}`,
  credit: "Ada",
  license: null,
  sourceUrl: null,
});

function open(first: number) {
  const ended = vi.fn();
  render(
    <PhotoViewer
      name="Kettle"
      photos={[photo(1), photo(2), photo(3)]}
      first={first}
      onEnd={ended}
    />,
  );
  const strip = screen.getByRole("list");
  const scrolled = vi.spyOn(strip, "scrollBy").mockImplementation(() => undefined);
  Object.defineProperty(strip, "clientWidth", { value: 400 });
  return { ended, scrolled };
}

it("shows each photo with its caption, place and author", () => {
  open(0);
  const captions = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(captions).toEqual(["1 of 3. KettleAda", "2 of 3. Counter 2Ada", "3 of 3. Counter 3Ada"]);
});

it("goes on and back with buttons and arrow keys", async () => {
  const { scrolled } = open(1);
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await userEvent.click(screen.getByRole("button", { name: "Previous" }));
  screen.getByRole("button", { name: "Close" }).focus();
  await userEvent.keyboard("{ArrowRight}{ArrowLeft}");
  expect(scrolled.mock.calls).toEqual([
    [{ left: 400 }],
    [{ left: -400 }],
    [{ left: 400 }],
    [{ left: -400 }],
  ]);
});

it("ends when it is closed", async () => {
  const { ended } = open(0);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(ended).toHaveBeenCalledOnce();
});
