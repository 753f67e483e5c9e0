import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { OwnerSignIn } from "./owner-sign-in.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function askForCode(answer: { message: string; isDelayed: boolean }) {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(answer, { status: 202 })));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <OwnerSignIn done={() => undefined} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  fireEvent.change(screen.getByRole("textbox", { name: /Email address/ }), {
    target: { value: "owner@perk.example" },
  });
  fireEvent.click(screen.getByRole("button", { name: "Send me a code" }));
  await screen.findByRole("button", { name: "Sign in" });
}

it("says when codes are known not to arrive", async () => {
  await askForCode({ message: "We're having trouble sending email right now.", isDelayed: true });
  expect(screen.getByText("We're having trouble sending email right now.")).toBeTruthy();
});

it("says nothing of it otherwise", async () => {
  await askForCode({ message: "Check your email: we've sent you a code.", isDelayed: false });
  expect(screen.queryByText(/having trouble/)).toBeNull();
});
