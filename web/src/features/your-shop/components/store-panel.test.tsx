import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { site } from "../../../../test/support/samples.ts";
import { makeYourShop } from "../../../../test/support/your-shop.ts";
import { SiteProvider } from "../../../lib/site.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import { StorePanel } from "./store-panel.tsx";

const shop = makeYourShop({
  onlineStoreUrl: "https://beans.example/",
  onlineStoreName: "Beans",
  version: 4,
});
const link = { id: shop.id, slug: shop.slug };

let bodies: unknown[];
let answers: Response[];

beforeEach(() => {
  sessionStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
  bodies = [];
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit = {}) => {
    bodies.push(JSON.parse(String(body)));
    return Promise.resolve(answers.shift());
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <SiteProvider site={site}>
          <StorePanel shop={shop} />
        </SiteProvider>
      </ToastProvider>
    </QueryClientProvider>,
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const stale = (current: object) =>
  Response.json({ message: "Changed.", details: { kind: "stale", current } }, { status: 409 });
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const isClosed = () => waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
const retype = async (name: RegExp, text: string) => {
  await userEvent.clear(screen.getByRole("textbox", { name }));
  await userEvent.type(screen.getByRole("textbox", { name }), text);
};

it("keeps what somebody else changed beside it", async () => {
  const theirs = { ...link, onlineStoreUrl: "https://roasts.example/", onlineStoreName: "Beans" };
  const saved = { ...theirs, onlineStoreName: "Roasts", version: 6 };
  answers = [stale({ ...theirs, version: 5 }), Response.json(saved)];
  await press(/^Edit/);
  await retype(/^Name/, "Roasts");
  await press("Save");
  await isClosed();
  expect(bodies).toEqual([
    { onlineStoreUrl: "https://beans.example/", onlineStoreName: "Roasts", version: 4 },
    { onlineStoreUrl: "https://roasts.example/", onlineStoreName: "Roasts", version: 5 },
  ]);
});

it("asks when somebody else changed the same", async () => {
  const theirs = { ...link, onlineStoreUrl: shop.onlineStoreUrl, onlineStoreName: "Coffee" };
  answers = [stale({ ...theirs, version: 5 }), Response.json({ ...theirs, version: 6 })];
  await press(/^Edit/);
  await retype(/^Name/, "Roasts");
  await press("Save");
  const notice = await screen.findByRole("region", { name: /^Someone else edited this shop/ });
  expect(notice.textContent).toMatch(/Online store name.*Coffee.*Roasts/s);
  await userEvent.click(screen.getByRole("radio", { name: "Use what's saved now" }));
  await press("Save");
  await isClosed();
  expect(bodies[1]).toMatchObject({ onlineStoreName: "Coffee", version: 5 });
});
