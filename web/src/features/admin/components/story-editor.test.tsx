import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import type { AdminShop } from "./shop-badges.tsx";
import { StoryEditor } from "./story-editor.tsx";

const shop = { id: "s1", slug: "blue-door", name: "Blue Door", isActive: true } as AdminShop;
const story = { id: "t1", prompt1Response: "The river.", prompt2Response: null, version: 4 };

/** What was sent. */
let bodies: unknown[];

function show(told: object | null, answers: Response[]) {
  bodies = [];
  vi.stubGlobal("fetch", (_: string, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET") return Promise.resolve(Response.json(told));
    bodies.push(JSON.parse(String(body)));
    return Promise.resolve(answers.shift() ?? Response.json({ ...story, version: 9 }));
  });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <StoryEditor shop={shop} />
      </ToastProvider>
    </QueryClientProvider>,
  );
}
const press = () => userEvent.click(screen.getByRole("button", { name: "Save story" }));

beforeEach(() => {
  sessionStorage.clear();
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("saves over the version that was read, and asks when somebody else changed the same", async () => {
  const current = { ...story, prompt1Response: "The bridge.", version: 5 };
  const refused = { message: "Changed meanwhile.", details: { kind: "stale", current } };
  show(story, [Response.json(refused, { status: 409 })]);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Main story/ }), " Wide.");
  await press();
  await screen.findByRole("region", { name: /^Someone else edited this story/ });
  expect(bodies).toMatchObject([{ version: 4, prompt1Response: "The river. Wide." }]);
  await userEvent.click(screen.getByRole("radio", { name: "Keep what I typed" }));
  await press();
  await screen.findByText("Local Vibes updated");
  expect(bodies[1]).toMatchObject({ version: 5, prompt1Response: "The river. Wide." });
});

it("says that there was no story when it writes the first one", async () => {
  show(null, []);
  await userEvent.type(await screen.findByRole("textbox", { name: /^Main story/ }), "The river.");
  await press();
  await screen.findByText("Local Vibes updated");
  expect(bodies).toMatchObject([{ version: 0, prompt1Response: "The river." }]);
});
