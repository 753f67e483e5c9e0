import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ToastProvider } from "../../ui/toast.tsx";
import { TellStory } from "./tell-story.tsx";

const story = {
  id: "story-1",
  status: "pending" as const,
  prompt1Response: "The river.",
  prompt2Response: null,
  photoUrl: null,
  reason: null,
  version: 4,
};
const fetched = vi.fn<typeof fetch>();
const answer = (status: number, body: object) =>
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }));
const show = (own: Parameters<typeof TellStory>[0]["story"]) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <TellStory slug="blue-door" story={own} />
      </ToastProvider>
    </QueryClientProvider>,
  );
const main = () => screen.getByRole("textbox", { name: /special/ });
const press = () => userEvent.click(screen.getByRole("button", { name: "Submit Story" }));

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  sessionStorage.clear();
});

afterEach(() => {
  cleanup();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

it("needs the first answer, and counts 500 characters", async () => {
  show(null);
  await press();
  expect(await screen.findByText("This field is required")).toBeTruthy();
  await userEvent.click(main());
  await userEvent.paste("é".repeat(501));
  expect(screen.getByText("501/500")).toBeTruthy();
  await press();
  expect(await screen.findByText("Maximum 500 characters")).toBeTruthy();
  expect(fetched).not.toHaveBeenCalled();
});

it("sends the story, and then shows it under review, to be read only", async () => {
  show(null);
  await userEvent.type(main(), " The river. ");
  answer(201, story);
  await press();
  expect(await screen.findByText("Story Submitted")).toBeTruthy();
  expect(screen.getByText("Under review by our team")).toBeTruthy();
  expect(screen.getByText("Local Vibes Submitted!")).toBeTruthy();
  expect(main().closest("fieldset")).toHaveProperty("disabled", true);
  expect(screen.getByText("Max 5MB.")).toBeTruthy();
  const [address, { method, body } = {}] = fetched.mock.calls[0] ?? [];
  expect([method, address]).toEqual(["POST", "/api/coffee-shops/blue-door/local-vibes"]);
  expect(JSON.parse(String(body))).toEqual({ prompt1Response: "The river.", version: 0 });
});

it("says why a story was not taken, and keeps it", async () => {
  show(null);
  await userEvent.type(main(), "The river.");
  answer(500, {});
  await press();
  await waitFor(() =>
    expect(screen.getAllByText("Failed to submit Local Vibes").length).toBeGreaterThan(0),
  );
  expect(screen.getByText("Error")).toBeTruthy();
  expect(main()).toHaveProperty("value", "The river.");
});

it("has no form while a story waits", () => {
  show(story);
  const words = "Your local story is under review and will be published once approved.";
  expect(screen.getByText(words)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("has the form again, with what was told and why it was refused, after a rejection", () => {
  show({ ...story, status: "rejected", reason: "When is the festival?" });
  expect(main()).toHaveProperty("value", "The river.");
  expect(screen.getByText("When is the festival?")).toBeTruthy();
});

it("shows the photo of a story that waits, and takes another one", () => {
  show({ ...story, photoUrl: "/photos/a-1600.webp" });
  expect(screen.getByText("Photo Added")).toBeTruthy();
  expect(screen.getByLabelText(/Choose another photo/)).toBeTruthy();
});

it("replaces a published story by a second one", async () => {
  show({ ...story, status: "approved" });
  await userEvent.click(screen.getByRole("button", { name: "Change it" }));
  answer(200, story);
  await press();
  await screen.findByText("Story Submitted");
  expect(fetched.mock.calls[0]?.[1]?.method).toBe("PUT");
});

it("asks what to keep when another device has sent other words meanwhile", async () => {
  Element.prototype.scrollIntoView = () => undefined;
  show({ ...story, status: "approved" });
  await userEvent.click(screen.getByRole("button", { name: "Change it" }));
  await userEvent.type(main(), " Wide.");
  const current = { ...story, prompt1Response: "The lake.", version: 5 };
  answer(409, { message: "Changed.", details: { kind: "stale", current } });
  await press();
  await screen.findByRole("region", { name: /^Someone else edited this story/ });
  expect(screen.queryByText("Error")).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "Keep what I typed" }));
  answer(200, { ...story, prompt1Response: "The river. Wide.", version: 6 });
  await press();
  await screen.findByText("Story Submitted");
  const bodies = fetched.mock.calls.map(([, request]) => JSON.parse(String(request?.body)));
  expect(bodies).toEqual([
    { prompt1Response: "The river. Wide.", version: 4 },
    { prompt1Response: "The river. Wide.", version: 5 },
  ]);
});
