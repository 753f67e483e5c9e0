import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { Doors } from "./doors.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const doors = (
  <ToastProvider>
    <Doors />
  </ToastProvider>
);

const answer = (status: number, body: unknown) =>
  vi.fn(() => Promise.resolve(new Response(JSON.stringify(body), { status })));

it("says when a door is shut, and lets one try again", async () => {
  const fetched = answer(404, { message: "There is nothing at this address." });
  vi.stubGlobal("fetch", fetched);
  render(doors);
  const owner = screen.getByRole("button", { name: "Owner" });
  await userEvent.click(owner);
  expect(await screen.findByText(/Only the machine that serves this demo/)).toBeTruthy();
  await userEvent.click(owner);
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
});

it("goes through one door at a time", async () => {
  const fetched = vi.fn(() => new Promise<Response>(() => undefined));
  vi.stubGlobal("fetch", fetched);
  render(doors);
  await userEvent.click(screen.getByRole("button", { name: "Administrator" }));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1));
  await userEvent.click(screen.getByRole("button", { name: "Owner" }));
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("button", { name: "Owner" }).getAttribute("aria-disabled")).toBe("true");
});
