import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { MendAddress } from "./mend-address.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("sends a bounced email to the address that was corrected, and to no other", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", (_: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)));
    return Promise.resolve(Response.json({ id: "1" }));
  });
  const onSent = vi.fn();
  const item = {
    kind: "mail",
    id: "1",
    title: "Your listing",
    text: "To ann@hoem.example. 550 5.1.1",
    version: null,
    since: "2026-03-01T12:00:00Z",
    shopSlug: null,
    photoUrl: null,
    blocked: null,
    record: null,
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <MendAddress item={item} onSent={onSent} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  const box = screen.getByRole("textbox", { name: "Right address" });
  expect(box).toHaveProperty("value", "ann@hoem.example");
  await userEvent.click(screen.getByRole("button", { name: "Send to this address" }));
  expect(sent).toEqual([]);
  await userEvent.clear(box);
  await userEvent.type(box, "ann@home.example{Enter}");
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(sent).toEqual([{ recipient: "ann@home.example" }]);
});
