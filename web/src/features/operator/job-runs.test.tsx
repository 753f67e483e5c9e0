import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { JobRuns } from "./job-runs.tsx";

/** A fake `EventSource` controlled by the test. */
class Source extends EventTarget {
  static latest: Source | null = null;
  static readonly CLOSED = 2;
  readyState = 1;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Source.latest = this;
  }
  close() {
    this.readyState = Source.CLOSED;
  }
  tell(jobs: unknown[]) {
    this.dispatchEvent(new MessageEvent("jobs", { data: JSON.stringify({ jobs }) }));
  }
}

const run = (changes: object) => ({
  id: "0190-1",
  kind: "newsletter.send",
  state: "running",
  attempts: 1,
  moment: { at: "2026-03-05T14:00:00Z", age: "just now" },
  progress: { done: 1200, total: 4000, text: "1,200 of 4,000" },
  error: null,
  node: "kettle: 127.0.0.1:8080, process 7",
  isEnding: false,
  ...changes,
});

const calls: string[] = [];
/** Holds back what the server has answered. */
let hold: Promise<unknown> | undefined;

beforeEach(() => {
  calls.length = 0;
  hold = undefined;
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => {
    calls.push(`${init?.method ?? "GET"} ${path}`);
    const body = path.endsWith("/cancel") ? run({ isEnding: true }) : { jobs: [run({})] };
    const answer = Response.json(body);
    return init?.method === "POST"
      ? Promise.resolve(answer)
      : Promise.resolve(hold).then(() => answer);
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <JobRuns />
      </ToastProvider>
    </QueryClientProvider>,
  );
}

it("shows a bar that moves as the server tells", async () => {
  show();
  const bar = await screen.findByRole("progressbar", { name: "Progress of newsletter.send" });
  expect(bar.getAttribute("value")).toBe("1200");
  screen.getByText("kettle: 127.0.0.1:8080, process 7");
  await waitFor(() => expect(Source.latest?.url).toBe("/api/admin/jobs/events"));
  act(() =>
    Source.latest?.tell([run({ progress: { done: 3000, total: 4000, text: "3,000 of 4,000" } })]),
  );
  await screen.findByText("3,000 of 4,000");
  expect(screen.getByRole("progressbar").getAttribute("value")).toBe("3000");
  act(() => Source.latest?.tell([run({ state: "done" })]));
  await screen.findByText("Done");
  expect(screen.queryByText("kettle: 127.0.0.1:8080, process 7")).toBeNull();
  expect(screen.queryByRole("progressbar")).toBeNull();
  expect(screen.queryByRole("button", { name: "Cancel newsletter.send" })).toBeNull();
});

it("says when the server is not heard, and when it is again", async () => {
  show();
  await screen.findByText("This list updates automatically.");
  await waitFor(() => expect(Source.latest).not.toBeNull());
  act(() => Source.latest?.onerror?.());
  await screen.findByText("Not connected to the server. This list may be out of date.");
  act(() => Source.latest?.tell([]));
  await screen.findByText("No job has run yet.");
  screen.getByText("This list updates automatically.");
});

/** Clicks the only job's button; returns the dialog. */
async function ask() {
  show();
  fireEvent.click(await screen.findByRole("button", { name: "Cancel newsletter.send" }));
  return within(await screen.findByRole("alertdialog"));
}

it("cancels a job after asking", async () => {
  const question = await ask();
  fireEvent.click(question.getByRole("button", { name: "Cancel job" }));
  await screen.findByText("Canceling the job");
  expect(calls).toContain("POST /api/admin/jobs/0190-1/cancel");
});

it("keeps a job when the answer is no", async () => {
  const question = await ask();
  fireEvent.click(question.getByRole("button", { name: "Keep it" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);
});

it("keeps what the stream says when a list that was read before comes after it", async () => {
  const question = await ask();
  let arrive = () => {};
  hold = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  fireEvent.click(question.getByRole("button", { name: "Cancel job" }));
  await screen.findByText("Canceling the job");
  await waitFor(() =>
    expect(calls.filter((call) => call === "GET /api/admin/jobs")).toHaveLength(2),
  );
  act(() => Source.latest?.tell([run({ state: "canceled" })]));
  await screen.findByText("Canceled");
  await act(async () => {
    arrive();
    await hold;
    await new Promise((resolve) => setTimeout(resolve));
  });
  screen.getByText("Canceled");
  expect(screen.queryByText("Running")).toBeNull();
});
