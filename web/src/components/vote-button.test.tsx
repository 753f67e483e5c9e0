import { QueryClient } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeShop } from "../../test/support/samples.ts";
import { castVote } from "../features/votes/cast-vote.ts";
import { VoteContext, voteKey, votesOfTab } from "../lib/votes.ts";
import { ToastProvider } from "../ui/toast.tsx";
import { VoteButton } from "./vote-button.tsx";

const MINUTE = 60_000;
/** The device's clock is fixed in these tests. */
const NOW = 1_772_636_400_000;
const shop = makeShop({ upvoteCount: 12 });
const fetched = vi.fn<typeof fetch>();
const queryClient = new QueryClient();

function show() {
  render(
    <VoteContext value={(id) => castVote(queryClient, id)}>
      <ToastProvider>
        <VoteButton shop={shop} />
      </ToastProvider>
    </VoteContext>,
  );
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
  vi.stubGlobal("fetch", fetched);
  localStorage.clear();
  votesOfTab.clear();
  queryClient.clear();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const button = () => screen.getByRole("button", { name: /^Upvote The Copper Kettle/ });
const counted = (count: number) => new Response(JSON.stringify({ upvoteCount: count }));

it("votes without a body, says thanks, shows the server's count and keeps the time", async () => {
  fetched.mockResolvedValue(counted(40));
  show();
  expect(button().textContent).toBe("▲ 12");
  expect(button().title).toBe("Give this coffee shop an upvote!");
  await userEvent.click(button());
  expect(await screen.findByText("Thanks for the upvote! ☕")).toBeTruthy();
  expect(screen.getByText("Your vote helps others discover great coffee shops.")).toBeTruthy();
  expect(button().textContent).toBe("✓ 40");
  expect(localStorage.getItem(voteKey(shop.id))).toBe(String(NOW));
  const [path, request] = fetched.mock.calls[0] ?? [];
  expect(path).toBe(`/api/coffee-shops/${shop.id}/upvote`);
  expect(request).toMatchObject({ method: "POST", credentials: "include" });
  expect(request?.body).toBeUndefined();
  expect(request?.headers).not.toHaveProperty("content-type");
});

it("waits with '...' and is disabled meanwhile", async () => {
  fetched.mockReturnValue(new Promise(() => undefined));
  show();
  await userEvent.click(button());
  expect(button()).toHaveProperty("disabled", true);
  expect(button().textContent).toBe("...");
});

it.each([
  [59.5 * MINUTE, "less than a minute"],
  [59 * MINUTE, "1 minute"],
  [30.5 * MINUTE, "30 minutes"],
  [0.5 * MINUTE, "60 minutes"],
])("asks nothing %d ms after the last vote, and says %s", async (age, words) => {
  localStorage.setItem(voteKey(shop.id), String(NOW - age));
  show();
  await userEvent.click(button());
  expect(await screen.findByText("Already voted recently")).toBeTruthy();
  expect(screen.getByText(`You can vote again in ${words}.`)).toBeTruthy();
  expect(button().title).toBe(`You can vote again in ${words}`);
  expect(fetched).not.toHaveBeenCalled();
});

it.each([
  ["over an hour ago", NOW - 60 * MINUTE],
  ["in the future, by a clock that was wrong", NOW + 5 * MINUTE],
])("votes again after a vote %s", async (_, at) => {
  localStorage.setItem(voteKey(shop.id), String(at));
  fetched.mockResolvedValue(counted(13));
  show();
  await userEvent.click(button());
  expect(await screen.findByText("Thanks for the upvote! ☕")).toBeTruthy();
});

it.each([
  [
    "the server's words",
    () => Promise.resolve(new Response('{"message":"It is closed."}', { status: 409 })),
    "It is closed.",
  ],
  [
    "its own words",
    () => Promise.resolve(new Response("<html>", { status: 502 })),
    "Please try again later.",
  ],
  [
    "its own words without a network",
    () => Promise.reject(new TypeError("Failed to fetch")),
    "Please try again later.",
  ],
])("shows %s when it fails, and may be pressed again", async (_, answer, text) => {
  fetched.mockImplementation(answer);
  show();
  await userEvent.click(button());
  expect(await screen.findByText("Upvote failed")).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(button()).toHaveProperty("disabled", false);
  expect(localStorage.getItem(voteKey(shop.id))).toBeNull();
});

it("says that the vote was there already when the server says so", async () => {
  fetched.mockResolvedValue(
    new Response('{"message":"You can vote again in 5 minutes."}', { status: 429 }),
  );
  show();
  await userEvent.click(button());
  expect(await screen.findByText("Already voted recently")).toBeTruthy();
  expect(screen.getByText("You can vote again in 5 minutes.")).toBeTruthy();
  expect(screen.queryByText("Upvote failed")).toBeNull();
});

it("remembers a vote for the hour where the device keeps nothing", async () => {
  vi.stubGlobal("localStorage", undefined);
  fetched.mockResolvedValue(counted(13));
  show();
  await userEvent.click(button());
  await screen.findByText("Thanks for the upvote! ☕");
  await userEvent.click(button());
  expect(await screen.findByText("Already voted recently")).toBeTruthy();
  expect(fetched).toHaveBeenCalledTimes(1);
  vi.setSystemTime(NOW + 60 * MINUTE);
  await userEvent.click(button());
  expect(fetched).toHaveBeenCalledTimes(2);
});

it("asks again for what shows the shop, also behind Back, and keeps it until then", async () => {
  const list = "/api/cities/alexandria-la/coffee-shops?page=1&pageSize=48";
  const asked: string[] = [];
  queryClient.setDefaultOptions({
    queries: {
      queryFn: ({ queryKey: [path] }) => {
        asked.push(String(path));
        return Promise.resolve("new");
      },
      staleTime: Number.POSITIVE_INFINITY,
    },
  });
  const elsewhere = "/api/cities/monroe-la/coffee-shops?page=1&pageSize=48";
  for (const path of [list, `/api/coffee-shops/${shop.slug}`])
    queryClient.setQueryData([path], [shop]);
  for (const path of [elsewhere, "/api/site"]) queryClient.setQueryData([path], "old");
  fetched.mockResolvedValue(counted(13));
  show();
  await userEvent.click(button());
  await screen.findByText("Thanks for the upvote! ☕");
  await waitFor(() => expect(queryClient.getQueryData([list])).toBe("new"));
  expect(asked).toEqual([list, `/api/coffee-shops/${shop.slug}`]);
  for (const path of [elsewhere, "/api/site"]) expect(queryClient.getQueryData([path])).toBe("old");
});
