import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useOwnAddress } from "./use-own-address.ts";

afterEach(cleanup);

function Shop({ path }: { path: string }) {
  useOwnAddress(path);
  return null;
}

it("writes the shop's own address over a UUID, keeps the rest, and adds nothing to go back to", () => {
  window.history.pushState(
    null,
    "",
    "/coffee-shops/0197a000-0000-7000-8000-000000000101?a=1#story",
  );
  const before = window.history.length;
  render(<Shop path="/coffee-shops/the-copper-kettle-alexandria-la" />);
  expect(window.location.pathname).toBe("/coffee-shops/the-copper-kettle-alexandria-la");
  expect(window.location.search + window.location.hash).toBe("?a=1#story");
  expect(window.history.length).toBe(before);
});
