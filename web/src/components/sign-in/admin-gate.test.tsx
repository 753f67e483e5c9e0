import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "../../kit/api.ts";
import { useAction } from "../../kit/use-action.ts";
import { NavigateContext } from "../../lib/navigate.ts";
import { ToastProvider } from "../../ui/toast.tsx";
import { AdminGate } from "./admin-gate.tsx";
import { rememberAdmin, wasAdmin } from "./admin-stamp.ts";

const navigate = vi.fn<(href: string) => void>();
/** The server's responses, by URL. */
let answers: Record<string, [status: number, body: object]>;
const UNTIL = "2126-11-02T10:00:00Z";

beforeEach(() => {
  localStorage.clear();
  answers = { "/api/admin/status": [200, { isAdmin: false, until: null }] };
  vi.stubGlobal("fetch", (address: string) => {
    const [status, body] = answers[address] ?? [404, {}];
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  });
});

afterEach(() => {
  cleanup();
  navigate.mockReset();
  vi.unstubAllGlobals();
});

function show(panel: ReactNode = <p>The panel</p>) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NavigateContext value={navigate}>
        <ToastProvider>
          <AdminGate fallback={(form) => <div>{form}</div>}>{panel}</AdminGate>
        </ToastProvider>
      </NavigateContext>
    </QueryClientProvider>,
  );
}

async function enter(password: string) {
  await userEvent.type(await screen.findByLabelText(/^Password/), password);
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
}

function Press() {
  const action = useAction(() => call("post", "/api/admin/logout"), {
    failed: { title: "Not done", text: "Please try again." },
  });
  return (
    <button type="button" onClick={() => action.start(undefined)}>
      Press
    </button>
  );
}

it("shows the panel to the administrator alone", async () => {
  answers["/api/admin/status"] = [200, { isAdmin: true, until: UNTIL }];
  show();
  expect(await screen.findByText("The panel")).toBeTruthy();
});

it("says that a password is wrong in the form itself, and asks nobody to sign in again", async () => {
  answers["/api/admin/login"] = [401, { message: "Invalid password" }];
  show();
  await enter("wrong");
  expect(await screen.findByText("Login failed")).toBeTruthy();
  const field = screen.getByLabelText(/^Password/);
  await waitFor(() => expect(field.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByText("The panel")).toBeNull();
});

it("lets in with the right one, and remembers until when", async () => {
  answers["/api/admin/login"] = [200, { isAdmin: true, until: UNTIL }];
  show();
  await screen.findByLabelText(/^Password/);
  answers["/api/admin/status"] = [200, { isAdmin: true, until: UNTIL }];
  await enter("right");
  expect(await screen.findByText("The panel")).toBeTruthy();
  expect(wasAdmin()).toBe(true);
});

it("sends to the door whose session has ended, and forgets that there was one", async () => {
  rememberAdmin(UNTIL);
  show();
  await waitFor(() => expect(navigate).toHaveBeenCalledWith("/admin-login"));
  expect(wasAdmin()).toBe(false);
});

it("asks an owner in the same browser, who gets 403, to sign in as the administrator", async () => {
  answers["/api/admin/status"] = [200, { isAdmin: true, until: UNTIL }];
  answers["/api/admin/logout"] = [403, { message: "Only the administrator can do that." }];
  show(<Press />);
  await userEvent.click(await screen.findByRole("button", { name: "Press" }));
  expect(await screen.findByRole("dialog")).toBeTruthy();
});
