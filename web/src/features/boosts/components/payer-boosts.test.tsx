import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import type { SubscriptionInfo } from "../use-lookup.ts";
import { PayerBoosts } from "./payer-boosts.tsx";

const EMAIL = "jo@bluedoor.example";
const SIGNED_OUT = {
  status: "verification_required",
  message: "If this address has paid for a boost, we've sent it a code.",
  customer: null,
  subscriptions: [],
  oneTimeBoosts: [],
};
const info: SubscriptionInfo = {
  status: "has_active_subscriptions",
  message: "You have 1 active subscription.",
  customer: { email: EMAIL, name: "Jo" },
  subscriptions: [
    {
      id: "0192f0a0-0000-7000-8000-000000000001",
      productName: "Monthly Boost",
      coffeeShop: {
        name: "Blue Door",
        address: "126 Main Street, Alexandria, LA 71301",
        city: "Alexandria",
        slug: "blue-door-alexandria-la",
      },
      status: "active",
      amount: 500,
      currency: "usd",
      currentPeriodEnd: "2026-04-04T15:00:00Z",
      currentPeriodEndLabel: "April 4, 2026",
      cancelAtPeriodEnd: false,
      stateLabel: "Renews April 4, 2026 for $5.00",
      cancelLabel: "Boost stays until April 4, 2026. Nothing more is charged.",
      isUndoable: true,
      resumeLabel: null,
      newAddress: null,
    },
  ],
  oneTimeBoosts: [],
};
const lookUp = vi.fn<(email: string) => Promise<void>>();
const askForCode = vi.fn<(email: string) => void>();

const client = new QueryClient();
const page = (shown: SubscriptionInfo) => (
  <QueryClientProvider client={client}>
    <ToastProvider>
      <PayerBoosts
        email={EMAIL}
        info={shown}
        lookUp={lookUp}
        startOver={() => undefined}
        askForCode={askForCode}
      />
    </ToastProvider>
  </QueryClientProvider>
);

function answers(answer: object, status: number) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(answer), { status })));
}

function show(answer: object, status: number, shown = info) {
  answers(answer, status);
  return render(page(shown));
}

/** The list with another address at Stripe. */
function withNewAddress(newAddress: string): SubscriptionInfo {
  const [monthly] = info.subscriptions;
  if (!monthly) throw new Error("the sample has a subscription");
  return { ...info, subscriptions: [{ ...monthly, newAddress }] };
}

async function cancel() {
  await userEvent.click(screen.getByRole("button", { name: /^Cancel the subscription/ }));
  await userEvent.click(screen.getByRole("button", { name: "Cancel subscription" }));
}

afterEach(() => {
  cleanup();
  lookUp.mockReset();
  askForCode.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("says that nothing was cancelled where the session has ended, and asks for the code", async () => {
  show(SIGNED_OUT, 202);
  await cancel();
  expect(await screen.findByText("Not cancelled yet")).toBeTruthy();
  expect(screen.queryByText("Subscription Cancelled")).toBeNull();
  expect(askForCode).toHaveBeenCalledExactlyOnceWith(EMAIL);
  expect(lookUp).not.toHaveBeenCalled();
});

it("asks for the code that the portal's call has mailed, without requesting another", async () => {
  show(SIGNED_OUT, 202);
  await userEvent.click(screen.getByRole("button", { name: "Cards and receipts" }));
  await vi.waitFor(() => expect(askForCode).toHaveBeenCalledExactlyOnceWith(EMAIL));
  expect(lookUp).not.toHaveBeenCalled();
});

it("lets a new address take over with the code that is sent to it", async () => {
  const newEmail = "jo.new@bluedoor.example";
  show({ status: "code_sent", newEmail }, 200, withNewAddress(newEmail));
  await userEvent.click(screen.getByRole("button", { name: /^Use the new address/ }));
  const code = await screen.findByLabelText(/^Code/);
  expect(screen.getByText(/We sent a six-digit code to/).textContent).toContain(newEmail);
  const fetched = vi.fn(() =>
    Promise.resolve(new Response(JSON.stringify({ status: "moved", newEmail }))),
  );
  vi.stubGlobal("fetch", fetched);
  await userEvent.type(code, "123456");
  await userEvent.click(screen.getByRole("button", { name: "Use this address" }));
  expect(await screen.findByText("Address changed")).toBeTruthy();
  expect(JSON.stringify(fetched.mock.calls)).toContain("123456");
  expect(lookUp).toHaveBeenCalledExactlyOnceWith(EMAIL);
});

it("keeps the form for a code that was sent, where a later list doesn't name the address", async () => {
  const newEmail = "jo.new@bluedoor.example";
  const { rerender } = show({ status: "code_sent", newEmail }, 200, withNewAddress(newEmail));
  await userEvent.click(screen.getByRole("button", { name: /^Use the new address/ }));
  await userEvent.type(await screen.findByLabelText(/^Code/), "123");
  rerender(page(info));
  expect(screen.getByLabelText<HTMLInputElement>(/^Code/).value).toBe("123");
  expect(screen.getAllByText(newEmail)).toHaveLength(2);
});

it("names the address that another code was sent to", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const typo = "jo.new@bluedor.example";
  show({ status: "code_sent", newEmail: typo }, 200, withNewAddress(typo));
  fireEvent.click(screen.getByRole("button", { name: /^Use the new address/ }));
  await screen.findByLabelText(/^Code/);
  const newEmail = "jo.new@bluedoor.example";
  answers({ status: "code_sent", newEmail }, 200);
  act(() => void vi.advanceTimersByTime(30_000));
  fireEvent.click(screen.getByRole("button", { name: "Send again" }));
  await screen.findByText(/new code is on its way/);
  expect(screen.getByText(/We sent a six-digit code to/).textContent).toContain(newEmail);
  expect(screen.queryByText(typo)).toBeNull();
});

it("opens the portal of each boost where there are several", async () => {
  const [monthly] = info.subscriptions;
  if (!monthly) throw new Error("the sample has a subscription");
  const { id, coffeeShop, amount, currency } = monthly;
  const once = {
    id: id.replace(/1$/, "2"),
    productName: "One-Time Boost",
    coffeeShop,
    amount,
    currency,
    startsAt: null,
    endsAt: null,
    stateLabel: "$8, active until April 3, 2026",
  };
  show(SIGNED_OUT, 202, { ...info, oneTimeBoosts: [once] });
  const fetched = vi.fn(() =>
    Promise.resolve(new Response(JSON.stringify(SIGNED_OUT), { status: 202 })),
  );
  vi.stubGlobal("fetch", fetched);
  const name = "Cards and receipts: One-Time Boost, Blue Door";
  await userEvent.click(screen.getByRole("button", { name }));
  await vi.waitFor(() => expect(askForCode).toHaveBeenCalledOnce());
  expect(JSON.stringify(fetched.mock.calls)).toContain(once.id);
  expect(screen.getAllByText("Cards and receipts")).toHaveLength(2);
});

it("says that it was cancelled, and shows the list anew", async () => {
  const message = "Boost stays until April 4, 2026. Nothing more is charged.";
  show({ status: "cancelled", message, subscriptionId: "x", endsAt: null }, 200);
  await cancel();
  expect(await screen.findByText("Subscription Cancelled")).toBeTruthy();
  expect(lookUp).toHaveBeenCalledExactlyOnceWith(EMAIL);
});

it("doesn't say that a cancellation is final while it can be taken back", async () => {
  show({}, 200);
  await userEvent.click(screen.getByRole("button", { name: /^Cancel the subscription/ }));
  expect(screen.getByText("Are you sure you want to cancel this subscription?")).toBeTruthy();
});

it("shows a canceled subscription as such, and takes the cancellation back", async () => {
  const [monthly] = info.subscriptions;
  if (!monthly) throw new Error("the sample has a subscription");
  const label = "Renews April 4, 2026 for $5.00";
  const canceled = {
    ...monthly,
    cancelAtPeriodEnd: true,
    stateLabel: "Ends April 4, 2026",
    cancelLabel: null,
    resumeLabel: label,
  };
  const answer = { status: "resumed", message: label, subscriptionId: monthly.id, renewsAt: null };
  show(answer, 200, { ...info, subscriptions: [canceled] });
  expect(screen.getByText("Canceled")).toBeTruthy();
  expect(screen.queryByText("Active")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: /^Don't cancel/ }));
  expect(await screen.findByText("Not canceled")).toBeTruthy();
  expect(lookUp).toHaveBeenCalledExactlyOnceWith(EMAIL);
});
