import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Site } from "../../api/types.ts";
import type { AdminTab } from "../../lib/route-definition.ts";
import { SiteProvider } from "../../lib/site.tsx";
import { ToastProvider } from "../../ui/toast.tsx";
import { AdminPage } from "./admin-page.tsx";
import { TabsContext } from "./tabs.ts";
import Workbench from "./workbench.tsx";

const INBOX: AdminTab = { path: "/admin", title: "Inbox", group: "Decide", waiting: "everything" };
const MAIL: AdminTab = { path: "/mail", title: "Mail", group: "System", waiting: ["mail"] };

const ANSWERS: Record<string, object> = {
  "/api/admin/status": { isAdmin: true, until: null },
  "/api/admin/counts": {
    total: 1202,
    kinds: { mail: { count: 1, oldest: null }, story: { count: 1201, oldest: null } },
  },
};

beforeEach(() => {
  vi.stubGlobal("fetch", (address: string) => Promise.resolve(Response.json(ANSWERS[address])));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(page: ReactNode, place: { own?: AdminTab; current: string }) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SiteProvider site={{ name: "Townperk" } as Site}>
        <ToastProvider>
          <TabsContext value={{ tabs: [INBOX, MAIL], ...place }}>
            <Workbench>{page}</Workbench>
          </TabsContext>
        </ToastProvider>
      </SiteProvider>
    </QueryClientProvider>,
  );
}

const marked = () => document.querySelector("[aria-current=page]")?.textContent;

it("a tab's screen has its heading, and the menu its group, its mark and what waits there", async () => {
  show(<AdminPage>Content</AdminPage>, { own: MAIL, current: MAIL.path });
  await screen.findByRole("heading", { level: 2, name: "Mail" });
  const links = (group: string) =>
    within(screen.getByRole("list", { name: group, hidden: true }))
      .getAllByRole("link", { hidden: true })
      .map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(links("Decide")).toEqual(["Inbox 1,202"]));
  expect(links("System")).toEqual(["Mail 1"]);
  expect(marked()).toBe("Mail 1");
});

it("a screen below a tab has a heading of its own, and marks that tab", async () => {
  show(<AdminPage title="One Letter">Content</AdminPage>, { current: MAIL.path });
  await screen.findByRole("heading", { level: 2, name: "One Letter" });
  expect(marked()).toMatch(/^Mail/);
});
