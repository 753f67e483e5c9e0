import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { History } from "./article-history-screen.tsx";
import { emptyValues } from "./article-values.ts";
import { keep, readKept } from "./kept-text.ts";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("restores a version without dropping what was typed and not saved", async () => {
  const article = { id: "a1", version: 3, title: "Water" };
  const at = "2026-03-01T12:00:00Z";
  const change = { entry: "7", at, action: "article.edit", fields: [], isPresent: false };
  vi.stubGlobal("fetch", (address: string) =>
    Promise.resolve(Response.json(address.endsWith("/history") ? [change] : article)),
  );
  const kept = {
    values: { ...emptyValues(""), content: "Typed." },
    base: { fields: emptyValues(""), version: 3 },
  };
  keep("", "a1", kept);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <History id="a1" version="" />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole("button", { name: /^Restore version/ }));
  await screen.findByText("Version restored");
  expect(readKept("", "a1")).toEqual(kept);
});
