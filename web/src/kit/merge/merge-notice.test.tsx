import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { MergeNotice } from "./merge-notice.tsx";

interface Shop {
  name: string;
  phone: string;
}

const choose = vi.fn<(field: string, take: string) => void>();
const scrolled = vi.fn<() => void>();

beforeEach(() => {
  choose.mockReset();
  scrolled.mockReset();
  Element.prototype.scrollIntoView = scrolled;
});
afterEach(cleanup);

const notice = (attempts: number) => (
  <ToastProvider>
    <input aria-label="Elsewhere" />
    <MergeNotice<Shop>
      what="shop"
      collision={{
        mine: { name: "Red Door", phone: "1" },
        theirs: { fields: { name: "Green Door", phone: "2" }, version: 5 },
        fields: ["name"],
        choices: {},
        attempts,
      }}
      choose={choose}
      labelOf={(field) => (field === "name" ? "Name" : "Phone")}
      textOf={(field, of) => of[field] ?? ""}
    />
  </ToastProvider>
);

it("takes the focus, shows both sides of each collision, and hands over the choice", async () => {
  render(notice(1));
  const region = await screen.findByRole("region", { name: /^Someone else edited this shop/ });
  await waitFor(() => expect(document.activeElement).toBe(region));
  expect(scrolled).toHaveBeenCalled();
  expect(screen.getAllByRole("group")).toHaveLength(1);
  expect(screen.getByRole("group", { name: "Name" }).textContent).toMatch(
    /Now.*Green.*You typed.*Red/s,
  );
  await userEvent.click(screen.getByRole("radio", { name: "Keep what I typed" }));
  expect(choose).toHaveBeenCalledExactlyOnceWith("name", "mine");
});

it("leaves the focus where somebody is typing when a save by itself meets a collision", async () => {
  const { rerender } = render(notice(0));
  const field = screen.getByRole("textbox", { name: "Elsewhere" });
  await userEvent.click(field);
  const region = await screen.findByRole("region", { name: /^Someone else/ });
  expect(document.activeElement).toBe(field);
  expect(scrolled).not.toHaveBeenCalled();
  rerender(notice(1));
  expect(document.activeElement).toBe(region);
});

it("takes the focus again with every attempt that still needs a choice", async () => {
  const { rerender } = render(notice(1));
  const region = await screen.findByRole("region", { name: /^Someone else/ });
  await userEvent.click(screen.getByRole("textbox", { name: "Elsewhere" }));
  expect(document.activeElement).not.toBe(region);
  rerender(notice(2));
  expect(document.activeElement).toBe(region);
  expect(screen.getByText("Not chosen yet: Name.")).toBeTruthy();
});
