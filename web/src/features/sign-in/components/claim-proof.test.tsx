import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { ClaimProof } from "./claim-proof.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const claim = { id: "7", shopName: "Blue Door" };
const missing = {
  by: null,
  approvesAtOnce: true,
  message: "Your email address is at gmail.com, where anyone can get one.",
  code: "coffee-shop-claim-0123",
  website: "bluedoor.example",
  fileUrl: "https://bluedoor.example/.well-known/coffee-shop-claim.txt",
  checkedAt: null,
  problem: null,
};

function show(proof: Parameters<typeof ClaimProof>[0]["proof"]) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ClaimProof claim={claim} proof={proof} />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

it("says what is missing, and looks at the website at a press", async () => {
  const calls: string[] = [];
  const problem = "the line is neither in https://bluedoor.example/ nor in the file";
  vi.stubGlobal("fetch", (path: string) => {
    calls.push(path);
    return Promise.resolve(
      Response.json({ ...claim, status: "sent", proof: { ...missing, problem } }),
    );
  });
  show(missing);
  expect(screen.getByText(/gmail\.com, where anyone/)).toBeTruthy();
  expect(screen.getByText("coffee-shop-claim-0123")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Check my website for Blue Door" }));
  expect(calls[0]).toContain("/api/claims/7/check-website");
  expect(await screen.findByText(`We looked, but ${problem}.`)).toBeTruthy();
});

it("offers no line where a claim is proven", () => {
  show({ ...missing, by: "mail", message: "At the shop's own domain.", code: null });
  expect(screen.getByText("Proven:")).toBeTruthy();
  expect(screen.queryByRole("button")).toBeNull();
});
