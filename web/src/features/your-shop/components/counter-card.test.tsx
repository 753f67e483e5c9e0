import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { site } from "../../../../test/support/samples.ts";
import { makeYourShop } from "../../../../test/support/your-shop.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import { CounterCard } from "./counter-card.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("prints the chosen paper alone, and leaves the page as it was", async () => {
  const papers: (string | undefined)[] = [];
  vi.stubGlobal("print", () => papers.push(document.documentElement.dataset.card));
  const shop = makeYourShop();
  render(
    <SiteProvider site={site}>
      <CounterCard shop={shop} />
    </SiteProvider>,
  );
  const code = `QR code to ${new URL(shop.publicUrl, location.origin).href}`;
  expect(screen.getAllByRole("img", { name: code })).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Letter" }));
  await userEvent.click(screen.getByRole("button", { name: "Print the card" }));
  expect(papers).toEqual(["letter"]);
  expect(document.querySelector("body > .counter-card-letter")).toBeTruthy();
  const gone = new Promise<string | undefined>((resolve) => {
    const look = () => {
      const card = document.querySelector("body > .counter-card-letter");
      if (!card) resolve(document.documentElement.dataset.card);
    };
    new MutationObserver(look).observe(document.body, { childList: true });
  });
  dispatchEvent(new Event("afterprint"));
  expect(await gone).toBeUndefined();
});
