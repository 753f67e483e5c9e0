import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anyPassport, makeKept } from "../../test/support/kept-shops.ts";
import { fc } from "../../test/support/random.ts";
import { makeShop } from "../../test/support/samples.ts";
import {
  clearPassport,
  factsOf,
  LONGEST_NOTE,
  MAX_SHOPS,
  parsePassport,
  passportText,
  readPassport,
  remark,
  restore,
  today,
  usePassport,
} from "./passport.ts";

const KEY = "passport";
const keep = (shops: unknown, version = 1) =>
  localStorage.setItem(KEY, JSON.stringify({ version, shops }));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe("remarks", () => {
  it("save a shop, stamp it, and forget it when nothing is said of it any more", () => {
    const facts = factsOf(makeShop({}));
    expect(remark(facts, { saved: true })).toBe("kept");
    expect(remark(facts, { visited: "2026-11-21" })).toBe("kept");
    expect(readPassport()).toMatchObject([{ ...facts, saved: true, visited: "2026-11-21" }]);
    remark(facts, { saved: false });
    expect(readPassport()).toMatchObject([{ saved: false, visited: "2026-11-21" }]);
    remark(facts, { visited: null });
    expect(readPassport()).toEqual([]);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  it("put new shops first and leave the others in their places", () => {
    for (const number of [1, 2, 3]) remark(makeKept(number), { saved: true });
    remark(makeKept(1), { note: "the window seat" });
    expect(readPassport().map(({ slug }) => slug)).toEqual(["shop-3", "shop-2", "shop-1"]);
  });

  it("keep a note when the shop's own facts change", () => {
    remark(makeKept(1), { saved: true, note: "the window seat" });
    const { note: _, ...facts } = makeKept(1, { name: "Renamed" });
    remark(facts, { visited: "" });
    expect(readPassport()).toMatchObject([{ name: "Renamed", note: "the window seat" }]);
  });

  it("touch nothing else that was said since, in another tab or row", () => {
    const seen = makeKept(1, { visited: "2026-11-21" });
    remark(seen, { saved: true, visited: "2026-11-21" });
    remark(seen, { note: "the window seat" });
    remark(seen, { visited: null });
    expect(readPassport()).toEqual([{ ...seen, visited: null, note: "the window seat" }]);
  });

  it("go up to the limit and no further; what is there can still be changed", () => {
    keep(Array.from({ length: MAX_SHOPS }, (_, index) => makeKept(index)));
    expect(remark(makeKept(9999), { saved: true })).toBe("full");
    expect(readPassport()).toHaveLength(MAX_SHOPS);
    expect(remark(makeKept(7), { visited: "2026-11-21" })).toBe("kept");
  });

  it("say so when the browser keeps nothing, and change nothing", () => {
    remark(makeKept(1), { saved: true });
    vi.stubGlobal("localStorage", {
      getItem: localStorage.getItem.bind(localStorage),
      setItem: () => {
        throw new DOMException("full", "QuotaExceededError");
      },
    });
    expect(remark(makeKept(2), { saved: true })).toBe("failed");
    expect(readPassport()).toHaveLength(1);
  });

  it("are undone by putting the shop back in its place", () => {
    for (const number of [1, 2, 3]) remark(makeKept(number), { saved: true });
    const before = readPassport();
    remark(makeKept(2), { saved: false });
    restore(makeKept(2), { saved: false }, 1);
    expect(readPassport()).toEqual(before);
  });

  it("are undone without what else was said since", () => {
    const before = makeKept(1, { visited: "2026-11-20", note: "porch" });
    keep([{ ...before, saved: false, visited: "2026-11-21", note: "window" }]);
    restore(before, { saved: false }, 0);
    expect(readPassport()).toMatchObject([{ saved: true, visited: "2026-11-21", note: "window" }]);
    restore(before, { visited: null }, 0);
    expect(readPassport()).toMatchObject([{ visited: "2026-11-21" }]);
    localStorage.clear();
    restore(before, { visited: null }, 0);
    expect(readPassport()).toMatchObject([{ saved: false, visited: "2026-11-20", note: "porch" }]);
  });
});

describe("what is stored", () => {
  it("is read as it was written", () => {
    fc.assert(
      fc.property(anyPassport(20), (shops) => {
        expect(parsePassport(passportText(shops))).toEqual(shops);
      }),
    );
  });

  it("is never believed", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        for (const shop of parsePassport(text) ?? []) expect(shop.id).toHaveLength(36);
      }),
    );
    const forged = [
      null,
      7,
      [],
      { ...makeKept(1), id: "1" },
      { ...makeKept(1), slug: "../admin" },
      { ...makeKept(1), name: "" },
      { ...makeKept(1), saved: "yes", visited: "tomorrow" },
      { ...makeKept(1), saved: false, visited: "2026-11-21 or so" },
    ];
    expect(parsePassport(JSON.stringify({ version: 1, shops: forged }))).toEqual([]);
  });

  it("loses only what is broken in it", () => {
    const shops = [{ ...makeKept(1), note: "x".repeat(9999) }, 7, makeKept(2), makeKept(2)];
    const found = parsePassport(JSON.stringify({ version: 1, shops }));
    expect(found?.map(({ slug }) => slug)).toEqual(["shop-1", "shop-2"]);
    expect(found?.[0]?.note).toHaveLength(LONGEST_NOTE);
  });

  it.each(["", "{", "null", '{"version":1}', '{"version":2,"shops":[]}'])(
    "is put aside, not lost, when it is not ours to read: %s",
    (text) => {
      localStorage.setItem(KEY, text);
      expect(readPassport()).toEqual([]);
      expect(remark(makeKept(1), { saved: true })).toBe("kept");
      expect(readPassport()).toHaveLength(1);
      expect(localStorage.getItem("passport-unreadable")).toBe(text || null);
    },
  );

  it("goes as a whole, what could not be read too", () => {
    localStorage.setItem(KEY, "{");
    remark(makeKept(1), { saved: true });
    expect(clearPassport()).toBe("kept");
    expect(localStorage).toHaveLength(0);
  });

  it("is empty where storage is switched off", () => {
    remark(makeKept(1), { saved: true });
    const off = () => {
      throw new DOMException("off", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: off, setItem: off, removeItem: off });
    expect(readPassport()).toEqual([]);
    expect(remark(makeKept(1), { saved: true })).toBe("failed");
  });
});

it("follows this tab and others", () => {
  const { result } = renderHook(usePassport);
  expect(result.current).toEqual([]);
  act(() => void remark(makeKept(1), { saved: true }));
  expect(result.current).toHaveLength(1);
  const first = result.current;
  act(() => {
    keep([makeKept(2), makeKept(1)]);
    window.dispatchEvent(new StorageEvent("storage", { key: KEY }));
  });
  expect(result.current).toHaveLength(2);
  expect(first).toHaveLength(1);
});

it("follows what was saved while the page was in the browser's memory", () => {
  const { result } = renderHook(usePassport);
  expect(result.current).toEqual([]);
  act(() => {
    keep([makeKept(1)]);
    window.dispatchEvent(new Event("pageshow"));
  });
  expect(result.current).toHaveLength(1);
});

it("knows the day on the device's own calendar", () => {
  vi.useFakeTimers({ now: Date.parse("2026-01-05T23:59:00") });
  expect(today()).toBe("2026-01-05");
  vi.useRealTimers();
});
