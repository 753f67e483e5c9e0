import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { HeldActs } from "../../../components/admin/held-acts.tsx";
import { ToastProvider } from "../../../ui/toast.tsx";
import { Inbox } from "./inbox.tsx";

const item = (kind: string, id: string, title: string) => ({
  kind,
  id,
  title,
  text: "",
  version: 1,
  since: `2026-03-0${id}T12:00:00Z`,
  shopSlug: null,
  photoUrl: null,
  blocked: null as string | null,
  record: null,
});

/** The decisions that were sent, in their order, and how long each takes (ms). */
let sent: string[];
let latency: number;
/** The answers to decisions, by item; others are made. */
let refused: Record<string, Response>;
/** The answers to undoing, by entry. */
let undone: Record<string, Response>;
let waiting: ReturnType<typeof item>[];

function answer(address: string, method: string): Response {
  const undo = /audit\/(\w+)\/undo$/.exec(address)?.[1];
  if (undo) return undone[undo] ?? Response.json({ entry: "u", notices: [] });
  if (address.endsWith("/counts")) return Response.json({ total: waiting.length, kinds: {} });
  if (method === "GET") return Response.json({ items: waiting, more: [] });
  const id = /\/(\d)(?:\/|$)/.exec(address)?.[1] ?? "";
  sent.push(`${id} ${address.split("/").at(-1)}`);
  waiting = waiting.filter((one) => one.id !== id);
  return refused[id] ?? Response.json({ entry: `e${id}` });
}

beforeEach(() => {
  sessionStorage.clear();
  vi.useFakeTimers();
  undone = {};
  refused = {};
  sent = [];
  latency = 0;
  waiting = [
    item("chain_report", "1", "Green Mermaid"),
    item("suggestion", "2", "Blue Door"),
    item("shop", "3", "The Copper Kettle"),
  ];
  vi.stubGlobal("fetch", async (address: string, { method = "GET" }: RequestInit = {}) => {
    if (method !== "GET") await new Promise((done) => setTimeout(done, latency));
    return answer(address, method);
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (millis: number) => act(() => vi.advanceTimersByTimeAsync(millis));
const press = (name: string, repeat = false) =>
  act(() => void fireEvent.keyDown(document.body, { key: name, repeat }));
const key = async (name: string) => {
  press(name);
  await pass(50);
};

async function show(beside?: ReactNode) {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <Inbox query={{ search: "", kind: "" }} />
        {beside}
      </ToastProvider>
    </QueryClientProvider>,
  );
  await pass(50);
}
const undoIsOffered = () => screen.queryByRole("button", { name: "Undo" }) !== null;
/** The items that are marked as decided. */
const marked = () =>
  screen
    .getAllByRole("listitem")
    .filter((line) => line.querySelector(".line-through"))
    .map((line) => line.querySelector(".line-through")?.textContent);

it("offers to take back the removal of a shop for as long as its emails wait", async () => {
  await show();
  await key("a");
  expect(screen.getByText("Removed: Green Mermaid")).toBeTruthy();
  await pass(29_000);
  expect(undoIsOffered()).toBe(true);
  await pass(2000);
  expect(undoIsOffered()).toBe(false);
  // Another decision has the usual time.
  await key("a");
  expect(screen.getByText("Applied: Blue Door")).toBeTruthy();
  await pass(11_000);
  expect(undoIsOffered()).toBe(false);
  await key("r");
  expect(screen.getByText("Deleted: The Copper Kettle")).toBeTruthy();
  await pass(29_000);
  expect(undoIsOffered()).toBe(true);
});

/** The list of what can be taken back beside the message. */
const held = () => screen.queryByRole("region", { name: "Can be taken back" });

it("lists a removal once the next decision has the message, and takes it back there", async () => {
  await show(<HeldActs />);
  await key("a");
  // Its own message offers that.
  expect(held()).toBeNull();
  await key("a");
  expect(screen.getByText("Applied: Blue Door")).toBeTruthy();
  expect(held()?.textContent).toContain("Removed: Green Mermaid");
  await pass(20_000);
  const undo = screen.getByRole("button", { name: "Undo Removed: Green Mermaid" });
  act(() => undo.focus());
  fireEvent.click(undo);
  expect(held()).toBeNull();
  await pass(50);
  expect(screen.getByText("Undone: Removed: Green Mermaid")).toBeTruthy();
  expect(held()).toBeNull();
  expect(marked()).toEqual(["Blue Door"]);
});

it("lists each removal for as long as its emails wait, whatever else is shown, and after a reload", async () => {
  await show(<HeldActs />);
  await key("a");
  await key("a");
  await pass(10_000);
  await key("r");
  expect(held()?.textContent).toContain("Removed: Green Mermaid");
  cleanup();
  await show(<HeldActs />);
  expect(held()?.textContent).toContain("Removed: Green Mermaid");
  await pass(18_000);
  expect(held()).not.toBeNull();
  await pass(2000);
  expect(held()?.textContent ?? "").not.toContain("Removed: Green Mermaid");
});

it("goes on listing what couldn't be undone for the moment", async () => {
  undone = { e1: Response.json({ message: "Busy." }, { status: 503 }) };
  await show(<HeldActs />);
  await key("a");
  await key("a");
  fireEvent.click(screen.getByRole("button", { name: "Undo Removed: Green Mermaid" }));
  await pass(50);
  expect(screen.getByText("Couldn't undo: Removed: Green Mermaid")).toBeTruthy();
  expect(held()?.textContent).toContain("Removed: Green Mermaid");
});

it("unmarks what was undone, and nothing else", async () => {
  undone = { e2: Response.json({ message: "It has changed since." }, { status: 409 }) };
  await show();
  await key("a");
  await key("a");
  expect(marked()).toEqual(["Green Mermaid", "Blue Door"]);
  await key("u");
  expect(screen.getByText("Couldn't undo: Applied: Blue Door")).toBeTruthy();
  expect(marked()).toEqual(["Green Mermaid", "Blue Door"]);
  await key("u");
  expect(screen.getByText("Undone: Removed: Green Mermaid")).toBeTruthy();
  expect(marked()).toEqual(["Blue Door"]);
});

/** The item whose decisions are shown. */
const shown = () => screen.getByRole("article").querySelector("h3")?.textContent;

it("shows claims to one shop beside each other, and opens the other one", async () => {
  const claim = (id: string, text: string) => ({
    ...item("claim", id, "Blue Door"),
    shopSlug: "blue-door" as never,
    text,
  });
  waiting = [claim("1", "Ann, address at the shop's domain"), claim("2", "Bob, free mail")];
  await show();
  const other = () => screen.getByRole("region", { name: "Another claim" }).textContent;
  expect(screen.getByRole("region", { name: "This claim" }).textContent).toContain("Ann");
  expect(other()).toContain("Bob, free mail");
  fireEvent.click(screen.getByRole("button", { name: "Another claim" }));
  await pass(50);
  expect(other()).toContain("Ann");
});

it("approves nothing that can't be approved now, and says why", async () => {
  const why = "The address isn't confirmed yet.";
  waiting = [{ ...item("claim", "1", "Blue Door"), blocked: why }, item("story", "2", "Natchez")];
  await show();
  const approve = screen.getByRole("button", { name: "Approve" });
  expect(screen.getByText(why)).toBeTruthy();
  expect(approve.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(approve);
  await key("a");
  expect(shown()).toBe("Blue Door");
  expect(sent).toEqual([]);
  await key("j");
  await key("a");
  expect(sent).toEqual(["2 approve"]);
});

it("shows the next item at the press, and sends the decisions one after another", async () => {
  latency = 400;
  await show();
  press("a");
  expect(shown()).toBe("Blue Door");
  press("a");
  expect(shown()).toBe("The Copper Kettle");
  await pass(410);
  expect(sent).toEqual(["1 accept"]);
  await pass(410);
  expect(sent).toEqual(["1 accept", "2 accept"]);
});

it("a late answer doesn't move on from an item that was chosen meanwhile", async () => {
  latency = 400;
  await show();
  press("a");
  press("j");
  press("k");
  press("k");
  expect(shown()).toBe("Green Mermaid");
  await pass(450);
  expect(shown()).toBe("Green Mermaid");
});

it("decides nothing twice: not by a held key, nor by going back to it", async () => {
  latency = 400;
  await show();
  press("a");
  for (let times = 0; times < 5; times += 1) press("a", true);
  press("k");
  press("a");
  press("r");
  await pass(2000);
  expect(sent).toEqual(["1 accept"]);
});

it("what wasn't decided waits again, and what somebody else decided is marked", async () => {
  refused = {
    "1": Response.json({ message: "Busy." }, { status: 503 }),
    "2": Response.json({ message: "It has been decided." }, { status: 409 }),
  };
  await show();
  await key("a");
  waiting = [item("chain_report", "1", "Green Mermaid"), ...waiting];
  expect(screen.getByText("Couldn't save the decision: Green Mermaid")).toBeTruthy();
  expect(marked()).toEqual([]);
  expect(shown()).toBe("Blue Door");
  await key("a");
  expect(screen.getByText("Decided elsewhere")).toBeTruthy();
  expect(marked()).toEqual(["Blue Door"]);
});

it("undoes after what was pressed before", async () => {
  latency = 400;
  await show();
  press("a");
  press("u");
  await pass(3000);
  expect(screen.getByText("Undone: Removed: Green Mermaid")).toBeTruthy();
  expect(marked()).toEqual([]);
});
