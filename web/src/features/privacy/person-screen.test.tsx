import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Site } from "../../api/types.ts";
import { AdminGate } from "../../components/sign-in/admin-gate.tsx";
import { SiteProvider } from "../../lib/site.tsx";
import { ToastProvider } from "../../ui/toast.tsx";
import PersonScreen from "./person-screen.tsx";

const ADDRESS = "ann@mail.example";
const IN = { isAdmin: true, until: "2126-11-02T10:00:00Z", name: null, asksName: "no" };
const SHOW = "/api/admin/people/show";

/** The server's responses, by URL. */
let answers: Record<string, [status: number, body: object]>;

beforeEach(() => {
  window.location.hash = `#${ADDRESS}`;
  answers = {
    "/api/admin/status": [200, IN],
    [SHOW]: [
      401,
      {
        message: "Please confirm that it's you.",
        code: "confirmation_needed",
        factor: "password",
      },
    ],
  };
  vi.stubGlobal("fetch", (address: string) => {
    const [status, body] = answers[address] ?? [404, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.location.hash = "";
});

function show() {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <SiteProvider site={{ name: "Townperk" } as Site}>
        <ToastProvider>
          <AdminGate fallback={(form) => <div>{form}</div>}>
            <PersonScreen />
          </AdminGate>
        </ToastProvider>
      </SiteProvider>
    </QueryClientProvider>,
  );
}

const dialog = () => screen.findByRole("dialog", { name: "Please confirm that it’s you" });

it("shows a person once the password was confirmed", async () => {
  show();
  await dialog();
  expect(screen.queryByText(/^Nothing is kept/)).toBeNull();
  answers["/api/admin/confirm"] = [200, { confirmedUntil: IN.until }];
  answers[SHOW] = [
    200,
    { address: ADDRESS, exportedAt: IN.until, isKnown: false, parts: [], shops: [] },
  ];
  await userEvent.type(screen.getByLabelText(/^Password/), "a long enough password");
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText(`Nothing is kept about ${ADDRESS}.`)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("says what it waits for to who doesn't know the password, and asks again", async () => {
  show();
  await dialog();
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(await screen.findByText("Please confirm that it's you.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await dialog();
});
