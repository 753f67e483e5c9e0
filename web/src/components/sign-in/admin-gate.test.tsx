import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
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

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NavigateContext value={navigate}>
        <ToastProvider>
          <AdminGate fallback={(form) => <div>{form}</div>}>
            <p>The panel</p>
          </AdminGate>
        </ToastProvider>
      </NavigateContext>
    </QueryClientProvider>,
  );
}

async function enter(password: string) {
  await userEvent.type(await screen.findByLabelText(/^Password/), password);
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
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
