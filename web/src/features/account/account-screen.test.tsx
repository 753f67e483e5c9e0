import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Site } from "../../api/types.ts";
import { SiteProvider } from "../../lib/site.tsx";
import { ToastProvider } from "../../ui/toast.tsx";
import AccountScreen from "./account-screen.tsx";

const AT = "2026-11-02T10:00:00Z";
const SESSION = {
  id: "1",
  device: "Firefox on Linux",
  createdAt: AT,
  lastSeenAt: AT,
  expiresAt: AT,
  isCurrent: true,
};
const ANN = {
  name: "Ann Lee",
  email: null,
  appSince: AT,
  recoveryCodesLeft: 10,
  mayRemoveApp: true,
  sharedPasswordOpens: false,
  sessions: [SESSION],
};
const CODES = Array.from({ length: 10 }, (_, number) => `abcd-efgh-ijkm-000${number}`);

/** The server's responses, by method and URL. */
let answers: Record<string, [status: number, body: object]>;

beforeEach(() => {
  answers = {
    "GET /api/admin/account": [200, ANN],
    "GET /api/admin/administrators": [200, []],
  };
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    const [status, body] = answers[`${init?.method?.toUpperCase() ?? "GET"} ${address}`] ?? [
      404,
      {},
    ];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <SiteProvider site={{ name: "Townperk" } as Site}>
        <ToastProvider>
          <AccountScreen />
        </ToastProvider>
      </SiteProvider>
    </QueryClientProvider>,
  );
}

const button = (name: string | RegExp) => screen.queryByRole("button", { name });

it("tells who has set nothing what guards the panel, and offers nothing that needs a name", async () => {
  answers["GET /api/admin/account"] = [
    200,
    { ...ANN, name: null, appSince: null, recoveryCodesLeft: 0, sharedPasswordOpens: true },
  ];
  show();
  expect(await screen.findByText(/^One shared password opens this panel/)).toBeTruthy();
  expect(await screen.findByText(/^Nobody has a name yet/)).toBeTruthy();
  expect(button("Set up an app")).toBeNull();
  expect(button("Change password")).toBeNull();
  expect(button("Add administrator")).toBeTruthy();
});

it("doesn't offer to remove the only app", async () => {
  answers["GET /api/admin/account"] = [200, { ...ANN, mayRemoveApp: false }];
  show();
  expect(await screen.findByText(/so it can't be removed here/)).toBeTruthy();
  expect(button("Remove app")).toBeNull();
});

it("shows new recovery codes once, and says when few are left", async () => {
  answers["GET /api/admin/account"] = [200, { ...ANN, recoveryCodesLeft: 2 }];
  answers["POST /api/admin/account/recovery-codes"] = [200, { recoveryCodes: CODES }];
  show();
  expect(await screen.findByText(/^Make new recovery codes: without your phone/)).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "Make new recovery codes" }));
  const title = await screen.findByRole("heading", { name: "Keep these recovery codes" });
  expect(document.activeElement).toBe(title);
  for (const code of CODES) expect(screen.getByText(code)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "I have kept them" }));
  expect(screen.queryByText("abcd-efgh-ijkm-0000")).toBeNull();
});

it("sets up an app with its key and first code, and keeps a refused code on the form", async () => {
  answers["GET /api/admin/account"] = [200, { ...ANN, appSince: null, recoveryCodesLeft: 0 }];
  answers["POST /api/admin/account/app"] = [
    200,
    { secret: "ABCDEFGH", address: "otpauth://totp/x", token: "t" },
  ];
  answers["PUT /api/admin/account/app"] = [400, { message: "Not this code.", field: "code" }];
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Set up an app" }));
  expect(await screen.findByText("ABCD EFGH")).toBeTruthy();
  expect(await screen.findByRole("img", { name: "QR code of the key" })).toBeTruthy();
  const code = screen.getByLabelText<HTMLInputElement>(/^Code/);
  await userEvent.type(code, "123 456");
  await userEvent.click(screen.getByRole("button", { name: "Turn on" }));
  expect(await screen.findByText("Not this code.")).toBeTruthy();
  expect(code.value).toBe("123 456");
  answers["PUT /api/admin/account/app"] = [200, { recoveryCodes: CODES }];
  await userEvent.click(screen.getByRole("button", { name: "Turn on" }));
  expect(await screen.findByText("Keep these recovery codes")).toBeTruthy();
});

it("adds an administrator, and shows the password once", async () => {
  answers["POST /api/admin/administrators"] = [
    400,
    { message: "There's already an administrator with this name.", field: "name" },
  ];
  show();
  await userEvent.type(await screen.findByLabelText(/^Name/), "Bob");
  await userEvent.click(screen.getByRole("button", { name: "Add administrator" }));
  expect(await screen.findByText(/already an administrator/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Bob");
  answers["POST /api/admin/administrators"] = [
    200,
    { id: "2", name: "Bob", password: "bukat-fimed" },
  ];
  await userEvent.click(screen.getByRole("button", { name: "Add administrator" }));
  expect(await screen.findByText("bukat-fimed")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByText("bukat-fimed")).toBeNull());
});

it("says what couldn't be loaded, and keeps the rest", async () => {
  answers["GET /api/admin/account"] = [500, { message: "Something went wrong on our side." }];
  show();
  expect(await screen.findByText("Something went wrong on our side.")).toBeTruthy();
  expect(await screen.findByText(/^Nobody has a name yet/)).toBeTruthy();
});
