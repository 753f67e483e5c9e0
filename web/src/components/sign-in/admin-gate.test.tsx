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
/** The bodies that were sent. */
let sent: unknown[];
const UNTIL = "2126-11-02T10:00:00Z";
const OUT = { isAdmin: false, until: null, name: null, asksName: "no" };
const IN = { ...OUT, isAdmin: true, until: UNTIL };

beforeEach(() => {
  localStorage.clear();
  answers = { "/api/admin/status": [200, OUT] };
  sent = [];
  vi.stubGlobal("fetch", (address: string, init?: RequestInit) => {
    if (typeof init?.body === "string") sent.push(JSON.parse(init.body));
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
  answers["/api/admin/status"] = [200, IN];
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
  answers["/api/admin/login"] = [200, IN];
  show();
  await screen.findByLabelText(/^Password/);
  answers["/api/admin/status"] = [200, IN];
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
  answers["/api/admin/status"] = [200, IN];
  answers["/api/admin/logout"] = [403, { message: "Only the administrator can do that." }];
  show(<Press />);
  await userEvent.click(await screen.findByRole("button", { name: "Press" }));
  expect(await screen.findByRole("dialog")).toBeTruthy();
});

it("asks for the code of who has an app, and keeps what was typed for the way back", async () => {
  answers["/api/admin/status"] = [200, { ...OUT, asksName: "required" }];
  answers["/api/admin/login"] = [401, { message: "Enter the code.", factor: "code" }];
  show();
  await userEvent.type(await screen.findByLabelText(/^Name/), "Ann Lee");
  await enter("right");
  const code = await screen.findByLabelText(/^Code/);
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute("autocomplete")).toBe("one-time-code");
  expect(screen.queryByText("Login failed")).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Back" }));
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Ann Lee");
  expect(screen.getByLabelText<HTMLInputElement>(/^Password/).value).toBe("right");
  await userEvent.click(screen.getByRole("button", { name: "Login" }));

  answers["/api/admin/login"] = [401, { message: "This code is wrong.", factor: "code" }];
  const again = await screen.findByLabelText<HTMLInputElement>(/^Code/);
  again.focus();
  await userEvent.paste("000 000");
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
  expect(await screen.findByText("This code is wrong.")).toBeTruthy();
  expect(again.value).toBe("000 000");
  answers["/api/admin/login"] = [200, IN];
  answers["/api/admin/status"] = [200, { ...IN, name: "Ann Lee" }];
  await userEvent.click(screen.getByRole("button", { name: "Login" }));
  expect(await screen.findByText("The panel")).toBeTruthy();
  const own = { name: "Ann Lee", password: "right" };
  expect(sent).toEqual([own, own, { ...own, code: "000 000" }, { ...own, code: "000 000" }]);
});

it("asks for a name once the shared password is not enough", async () => {
  answers["/api/admin/login"] = [401, { message: "Enter your own name.", factor: "name" }];
  show();
  await enter("shared");
  const name = await screen.findByLabelText(/^Name/);
  await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getByText("Enter your own name.")).toBeTruthy();
});

it("asks to confirm, and then repeats the call", async () => {
  answers["/api/admin/status"] = [200, IN];
  answers["/api/admin/logout"] = [
    401,
    { message: "Confirm first.", code: "confirmation_needed", factor: "password" },
  ];
  show(<Press />);
  await userEvent.click(await screen.findByRole("button", { name: "Press" }));
  const dialog = await screen.findByRole("dialog", { name: /confirm/ });
  expect(dialog).toBeTruthy();
  answers["/api/admin/confirm"] = [400, { message: "This isn't the password.", field: "password" }];
  await userEvent.type(screen.getByLabelText(/^Password/), "wrong");
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  expect(await screen.findByText("This isn't the password.")).toBeTruthy();
  answers["/api/admin/confirm"] = [200, { confirmedUntil: UNTIL }];
  answers["/api/admin/logout"] = [200, OUT];
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByText("Not done")).toBeNull();
});
