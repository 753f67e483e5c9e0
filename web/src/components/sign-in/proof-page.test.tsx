import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { site } from "../../../test/support/samples.ts";
import { ApiError } from "../../api/client.ts";
import { wasOwner } from "../../lib/owner-mark.ts";
import { SiteProvider } from "../../lib/site.tsx";
import { ProofPage } from "./proof-page.tsx";

const send = vi.fn<(token: string) => Promise<string>>();
const again = vi.fn<(token: string) => Promise<{ message: string }>>();

beforeEach(() => {
  localStorage.clear();
  window.history.replaceState(null, "", "/confirm-claim#token=abc");
  render(
    <QueryClientProvider client={new QueryClient()}>
      <SiteProvider site={site}>
        <ProofPage
          title="Confirm your claim"
          text="Press the button."
          verb="Confirm"
          send={send}
          again={again}
          thanks={(text) => ({ title: "Confirmed", text, href: "/", link: "Go on" })}
        />
      </SiteProvider>
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  send.mockReset();
  again.mockReset();
});

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("sends nothing until the button is pressed, and remembers that an owner was here", async () => {
  send.mockResolvedValue("Thank you.");
  expect(send).not.toHaveBeenCalled();
  await press("Confirm");
  expect(send).toHaveBeenCalledExactlyOnceWith("abc");
  expect(await screen.findByText("Thank you.")).toBeTruthy();
  expect(wasOwner()).toBe(true);
});

it("offers a new link for one that has expired, without asking for the address", async () => {
  send.mockRejectedValue(new ApiError(400, "", '{"message":"That code has expired."}'));
  again.mockResolvedValue({ message: "We've sent a new link." });
  expect(screen.queryByRole("button", { name: "Send a new one" })).toBeNull();
  await press("Confirm");
  expect(await screen.findByText("That code has expired.")).toBeTruthy();
  await press("Send a new one");
  expect(again).toHaveBeenCalledExactlyOnceWith("abc");
  expect(await screen.findByText("We've sent a new link.")).toBeTruthy();
  expect(wasOwner()).toBe(false);
});

it("says so if nothing waits anymore", async () => {
  send.mockRejectedValue(new ApiError(400, "", '{"message":"That code has expired."}'));
  again.mockRejectedValue(new ApiError(409, "", '{"message":"Already confirmed."}'));
  await press("Confirm");
  await press("Send a new one");
  expect(await screen.findByText("Already confirmed.")).toBeTruthy();
});
