import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeShop } from "../../../../test/support/samples.ts";
import { rememberOwner } from "../../../kit/known-owner.ts";
import { rememberWords } from "../../../kit/listed-words.ts";
import { pendingProof } from "../../../kit/pending-proof.ts";
import { NavigateContext } from "../../../lib/navigate.ts";
import { ToastProvider } from "../../../ui/toast.tsx";
import { ClaimForm } from "./claim-form.tsx";

const shop = makeShop({});
const NEXT = "2026-03-04T15:40:00";

beforeEach(() => {
  sessionStorage.clear();
  // No program fills in the form, so the time since the page was opened counts.
  vi.spyOn(performance, "now").mockReturnValue(60_000);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <NavigateContext value={vi.fn<(href: string) => void>()}>
        <ToastProvider>
          <ClaimForm shop={shop} />
        </ToastProvider>
      </NavigateContext>
    </QueryClientProvider>,
  );

async function claim(answer: object) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answer))));
  show();
  const fill = (name: RegExp, value: string) =>
    fireEvent.input(screen.getByLabelText(name), { target: { value } });
  fill(/^Owner name/, "Ann");
  fill(/^Owner email/, "ann@shop.example");
  fill(/^Your role/, "Owner");
  fill(/^Business description/, "Ours since 1998.");
  fireEvent.click(screen.getByRole("button", { name: "Submit Claim" }));
  expect(await screen.findByText("Claim Submitted Successfully!")).toBeTruthy();
}

it("asks for the code that was sent", async () => {
  await claim({ id: "c1", codeSentTo: "ann@shop.example", nextCodeAt: null });
  expect(screen.queryByText(/another code/)).toBeNull();
  const proof = {
    kind: "claim",
    id: "c1",
    proofId: "c1",
    email: "ann@shop.example",
    nextCodeAt: null,
  };
  expect(pendingProof(shop.slug)).toEqual(proof);
});

it("says when a code can be sent if none was, and asks for it nevertheless", async () => {
  await claim({ id: "c1", codeSentTo: null, nextCodeAt: NEXT });
  expect(screen.getByText(/can't get another code until Mar 4, 2026, 3:40 PM/)).toBeTruthy();
  const proof = {
    kind: "claim",
    id: "c1",
    proofId: "c1",
    email: "ann@shop.example",
    nextCodeAt: NEXT,
  };
  expect(pendingProof(shop.slug)).toEqual(proof);
});

it("starts with what was typed into the form for listing it", () => {
  rememberOwner({ name: "Ann", email: "ann@shop.example" });
  rememberWords(["another", shop.slug], { phone: "318-555-0142", description: "Ours since 1998." });
  show();
  const value = (name: RegExp) => screen.getByLabelText<HTMLInputElement>(name).value;
  expect(value(/^Owner name/)).toBe("Ann");
  expect(value(/^Owner email/)).toBe("ann@shop.example");
  expect(value(/^Owner phone/)).toBe("318-555-0142");
  expect(value(/^Business description/)).toBe("Ours since 1998.");
});
