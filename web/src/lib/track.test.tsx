import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { track } from "./track.ts";
import { useTracked } from "./use-tracked.ts";

const send = vi.fn((_path: string, _options: RequestInit) => Promise.resolve(new Response("{}")));

beforeEach(() => vi.stubGlobal("fetch", send));
afterEach(() => {
  cleanup();
  send.mockClear();
  vi.unstubAllGlobals();
});

function View({ id }: { id: string | null }) {
  useTracked(id, { eventType: "page_view", cityId: id ?? "" });
  return null;
}

it("sends JSON that outlives the page", () => {
  track({ eventType: "website_click", coffeeShopId: "1" });
  const [path, options] = send.mock.calls[0] ?? [];
  expect(path).toBe("/api/analytics/track");
  expect(options?.keepalive).toBe(true);
  expect(JSON.parse(String(options?.body))).toEqual({
    eventType: "website_click",
    coffeeShopId: "1",
  });
});

it.each([{ doNotTrack: "1" }, { globalPrivacyControl: true }])(
  "tells nothing of who asked for that: %o",
  (wish) => {
    vi.stubGlobal("navigator", wish);
    track({ eventType: "website_click", coffeeShopId: "1" });
    expect(send).not.toHaveBeenCalled();
  },
);

it("ignores that the server is away", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  send.mockRejectedValueOnce(new Error("away"));
  track({ eventType: "search", query: "bend" });
  expect(send).toHaveBeenCalledTimes(1);
  // Node.js reports an unhandled rejection once its queue is empty.
  await new Promise((done) => setTimeout(done, 20));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
});

it("tells of a view once, and again of another", () => {
  const { rerender } = render(<View id={null} />);
  expect(send).not.toHaveBeenCalled();
  rerender(<View id="1" />);
  rerender(<View id="1" />);
  expect(send).toHaveBeenCalledTimes(1);
  rerender(<View id="2" />);
  expect(send).toHaveBeenCalledTimes(2);
});
