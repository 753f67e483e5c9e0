import { cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { markOwner } from "../../../kit/mark-owner.ts";
import { useOwnShop } from "./use-own-shop.ts";

const ask = vi.fn<(address: string) => void>();

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", (address: string) => {
    ask(address);
    return Promise.resolve(Response.json({ shops: [{ id: "s1" }] }));
  });
});

afterEach(() => {
  cleanup();
  ask.mockReset();
  vi.unstubAllGlobals();
});

it("asks for no session where nobody has signed in", async () => {
  const { result } = renderHook(() => useOwnShop("s1"));
  await Promise.resolve();
  expect(ask).not.toHaveBeenCalled();
  expect(result.current).toBeNull();
});

it("finds one's own shop, and no other", async () => {
  markOwner();
  const own = renderHook(() => useOwnShop("s1"));
  const other = renderHook(() => useOwnShop("s2"));
  await waitFor(() => expect(own.result.current?.id).toBe("s1"), { timeout: 5_000 });
  expect(ask).toHaveBeenCalledWith("/api/session");
  expect(other.result.current).toBeNull();
});
