import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { inTime, limited, limitsOf, Unanswered } from "./limits.ts";

const CALL = 8000;

/** Those that ask a payment provider, a website or a mail server, or convert a picture; and what looks like them. */
const ASKING = [
  "post /api/create-boost-subscription",
  "post /api/create-one-time-boost",
  "post /api/create-customer-portal-session",
  "post /api/get-subscription-info",
  "post /api/cancel-subscription",
  "post /api/resume-subscription",
  "post /api/check-boost",
  "post /api/send-payer-address-code",
  "post /api/confirm-payer-address",
  "post /api/confirm-payer-address/link",
  "post /api/claims/{id}/check-website",
  "put /api/uploads/{key}",
  "put /api/your-shop/{slugOrId}/photos/{photo}/crop",
  "post /api/admin/boost-payments/{id}/check",
  "post /api/admin/boost-links/{id}/approve",
  "post /api/admin/boost-links/{id}/reject",
  "post /api/admin/first-start/try-mail",
  "post /api/admin/first-start/try-payments",
  "put /api/admin/coffee-shops/{id}",
  "delete /api/admin/coffee-shops/{id}",
  "put /api/admin/cities/{id}/image",
  "delete /api/admin/cities/{id}/image",
  "put /api/admin/site/logo",
  "delete /api/admin/site/logo",
  "put /api/admin/site/icon",
  "delete /api/admin/site/icon",
];

/** Those that answer at their end without being a run, which the description says of runs. */
const AT_THEIR_END = [
  "post /api/admin/site/remove-demo",
  "post /api/admin/people/show",
  "post /api/admin/people/export",
  "post /api/admin/people/erase",
  "post /api/admin/expansion/runs/{id}/undo",
  "post /api/admin/zip-expansion/{id}/undo",
  "post /api/admin/content-enhancement/runs/{id}/discard",
  "post /api/admin/audit/{id}/undo",
  "post /api/admin/bulk-edits",
  "post /api/admin/cities/{id}/merge",
  "post /api/admin/coffee-shops/{id}/merge",
  "post /api/admin/chain-names",
  "post /api/admin/chain-names/forget",
  "post /api/admin/import-questions/decide",
  "post /api/admin/import-files",
];

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
}

/** Every call that the API has, and whether it starts a run and waits for it. */
function described() {
  const { paths }: Described = JSON.parse(readFileSync("../server/openapi.json", "utf8"));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses = {} }]) => ({
      method,
      path,
      isRun: JSON.stringify(responses["202"] ?? "").includes("/StartedRun"),
    })),
  );
}

const withLimit = (millis: number) =>
  described()
    .filter(({ method, path }) => (limitsOf(method, path).millis ?? CALL) === millis)
    .map(({ method, path }) => `${method} ${path}`)
    .sort();

describe("the table", () => {
  it("gives every run and what else answers at its end a minute, and nothing else", () => {
    const runs = described().filter(({ isRun }) => isRun);
    expect(runs.length).toBeGreaterThan(10);
    const expected = [...runs.map(({ method, path }) => `${method} ${path}`), ...AT_THEIR_END];
    expect(withLimit(60_000)).toEqual(expected.sort());
  });

  it("gives payments and what else asks others half a minute, and all other calls eight seconds", () => {
    expect(withLimit(30_000)).toEqual([...ASKING].sort());
    const others = described().length - withLimit(60_000).length - ASKING.length;
    expect(withLimit(CALL)).toHaveLength(others);
  });

  it("knows a list that is uploaded by its filled address", () => {
    expect(limitsOf("post", "/api/admin/import-files?name=a.csv").millis).toBe(60_000);
    expect(limitsOf("post", "/api/admin/import-files/{id}/runs").millis).toBe(CALL);
  });

  it("says of writes alone that they may have been saved", () => {
    const maySave = (method: string, path: string) => limitsOf(method, path).mayBeSaved === true;
    expect(maySave("post", "/api/newsletter/subscribe")).toBe(true);
    expect(maySave("put", "/api/admin/blog/articles/{id}")).toBe(true);
    expect(maySave("get", "/api/states")).toBe(false);
    expect(maySave("post", "/api/admin/people/show")).toBe(false);
    expect(maySave("post", "/api/opening-hours/read")).toBe(false);
    expect(maySave("put", "/api/uploads/{key}")).toBe(false);
    expect(maySave("post", "/api/sign-in")).toBe(false);
    expect(maySave("post", "/api/listings/{id}/confirm")).toBe(true);
  });
});

describe("what runs", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const silent = () => new Promise<never>(() => undefined);
  const caught = (error: unknown) => error;

  it("ends without an answer at its limit, not before, and is aborted", async () => {
    let aborted = false;
    const ended = vi.fn<(error: unknown) => void>();
    void limited((signal) => {
      signal.addEventListener("abort", () => (aborted = true));
      return silent();
    }).catch(ended);
    await vi.advanceTimersByTimeAsync(7999);
    expect(ended).not.toHaveBeenCalled();
    expect(aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.any(Unanswered));
    expect(aborted).toBe(true);
  });

  it("goes on while there is progress", async () => {
    let go: () => void = () => undefined;
    const ended = vi.fn<(error: unknown) => void>();
    void limited((_, progress) => {
      go = progress;
      return silent();
    }).catch(ended);
    for (let part = 0; part < 5; part += 1) {
      await vi.advanceTimersByTimeAsync(7000);
      go();
    }
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(8000);
    expect(ended).toHaveBeenCalledOnce();
  });

  it("is aborted with its caller's reason, before and while it runs", async () => {
    const leaving = new AbortController();
    const run = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => {
        const end = () => reject(signal.reason);
        if (signal.aborted) end();
        signal.addEventListener("abort", end);
      });
    const first = limited(run, { signal: leaving.signal }).catch(caught);
    leaving.abort("left");
    expect(await first).toBe("left");
    expect(await limited(run, { signal: leaving.signal }).catch(caught)).toBe("left");
  });

  it("leaves no timer and no listener behind once it was answered", async () => {
    const { signal } = new AbortController();
    const removed = vi.spyOn(signal, "removeEventListener");
    expect(await limited(() => Promise.resolve("answer"), { signal })).toBe("answer");
    expect(removed).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
    expect(await inTime(Promise.reject(new Error("refused"))).catch(String)).toBe("Error: refused");
    expect(vi.getTimerCount()).toBe(0);
  });
});
