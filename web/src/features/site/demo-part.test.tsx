import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import type { Site } from "../../api/types.ts";
import { SiteProvider } from "../../lib/site.tsx";
import { ToastProvider } from "../../ui/toast.tsx";
import { DemoPart } from "./demo-part.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TOWNS = { what: "towns", count: 2, kept: 0 };

/** What is said once the demo was removed. */
async function removed(answer: object) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer)));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SiteProvider site={{ name: "Townperk", demoShopCount: 3 } as Site}>
        <ToastProvider>
          <DemoPart />
        </ToastProvider>
      </SiteProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Remove the demo" }));
  const question = within(await screen.findByRole("alertdialog"));
  await userEvent.click(question.getByRole("button", { name: "Remove the demo" }));
  const words = await screen.findByText(/^Removed: /);
  return words.textContent;
}

it("says what went and what stays", async () => {
  const words = await removed({
    removed: [{ what: "invented coffee shops", count: 3, kept: 0 }, TOWNS],
    remaining: 4,
    remainingTowns: 1,
    remainingArticles: 0,
  });
  expect(words).toBe(
    "Removed: 3 invented coffee shops, 2 towns. 1 town, 0 articles and 4 coffee shops stay.",
  );
});

it("counts a shop that was paid for apart from those that people made", async () => {
  const words = await removed({
    removed: [{ what: "invented coffee shops", count: 2, kept: 1 }, TOWNS],
    remaining: 2,
    remainingTowns: 2,
    remainingArticles: 1,
  });
  expect(words).toBe(
    "Removed: 2 invented coffee shops, 2 towns. 2 towns, 1 article and 1 coffee shop stay. So does 1 invented coffee shop that somebody has paid, or is paying, real money for.",
  );
});
