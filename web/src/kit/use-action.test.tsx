import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { Unanswered } from "../api/limits.ts";
import { ToastProvider } from "../ui/toast.tsx";
import { call, useApi } from "./api.ts";
import { useAction } from "./use-action.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A claim that another tab has approved meanwhile. */
function Claims() {
  const { data } = useApi("/api/admin/business-claims");
  const approval = useAction(
    () => call("post", "/api/admin/business-claims/{id}/approve", { path: { id: "1" } }),
    { failed: { title: "Approval Failed", text: "Failed to approve claim" } },
  );
  return (
    <>
      <p>{data?.map(({ status }) => status).join()}</p>
      <button type="button" onClick={() => void approval.start(undefined)}>
        Approve
      </button>
    </>
  );
}

it("what may have been saved without an answer is loaded again, and nothing says that it failed", async () => {
  let status = "pending";
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
    if (init?.method !== "POST") return Promise.resolve(Response.json([{ status }]));
    status = "approved";
    return Promise.reject(new Unanswered(true));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <Claims />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await screen.findByText("pending");
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  expect(await screen.findByText("approved")).toBeTruthy();
  expect(screen.getByText("No answer from the server")).toBeTruthy();
  expect(screen.queryByText("Approval Failed")).toBeNull();
});

it("what someone else has decided is loaded again", async () => {
  let status = "pending";
  vi.stubGlobal("fetch", (_: string, init?: RequestInit) => {
    if (init?.method === "POST")
      return Promise.resolve(
        Response.json({ message: "This claim has already been decided." }, { status: 409 }),
      );
    return Promise.resolve(Response.json([{ status }]));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <Claims />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await screen.findByText("pending");
  status = "approved";
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  await screen.findByText("This claim has already been decided.");
  expect(await screen.findByText("approved")).toBeTruthy();
});
