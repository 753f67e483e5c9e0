import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Unanswered } from "../api/limits.ts";
import { ToastProvider } from "../ui/toast.tsx";
import { NewsletterForm } from "./newsletter-form.tsx";

const fetched = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal("fetch", fetched);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <NewsletterForm />
      </ToastProvider>
    </QueryClientProvider>,
  );
});

afterEach(() => {
  cleanup();
  fetched.mockReset();
  vi.unstubAllGlobals();
});

const box = () => screen.getByRole("textbox", { name: "Email address" });
const signUp = async (address: string) => {
  await userEvent.type(box(), address);
  await userEvent.click(screen.getByRole("button", { name: "Subscribe" }));
};

it("sends the trimmed address, says so, and clears the field", async () => {
  fetched.mockResolvedValue(new Response("{}"));
  // A text field, because email fields trim spaces themselves, and not in every browser.
  box().setAttribute("type", "text");
  await signUp("  ann@home.example ");
  expect(await screen.findByText("Successfully subscribed!")).toBeTruthy();
  expect(
    screen.getByText(
      "One more step: press the button in the mail that we have just sent to ann@home.example.",
    ),
  ).toBeTruthy();
  expect(box()).toHaveProperty("value", "");
  const [path, request] = fetched.mock.calls[0] ?? [];
  expect(path).toBe("/api/newsletter/subscribe");
  expect(request).toMatchObject({ method: "POST", credentials: "include" });
  const { afterMillis, ...body } = JSON.parse(String(request?.body));
  expect(body).toEqual({ email: "ann@home.example" });
  // The server takes faster submissions for a program's.
  expect(afterMillis).toBeGreaterThanOrEqual(1000);
});

it("waits with 'Subscribing...'", async () => {
  fetched.mockReturnValue(new Promise(() => undefined));
  await signUp("ann@home.example");
  expect(screen.getByRole("button", { name: "Subscribing..." })).toHaveProperty("disabled", true);
});

it.each([
  [
    "the server's message",
    () => Promise.resolve(new Response('{"message":"Too many."}', { status: 429 })),
    "Too many.",
  ],
  [
    "its own words",
    () => Promise.resolve(new Response("<html>", { status: 502 })),
    "Failed to subscribe. Please try again.",
  ],
  [
    "that the network failed",
    () => Promise.reject(new TypeError("Failed to fetch")),
    "Network error. Please check your connection and try again.",
  ],
])("shows %s when it fails, in the form too, and keeps the address", async (_, answer, message) => {
  fetched.mockImplementation(answer);
  await signUp("ann@home.example");
  expect(await screen.findByText("Subscription failed")).toBeTruthy();
  expect(screen.getAllByText(message)).toHaveLength(2);
  expect(box()).toHaveProperty("value", "ann@home.example");
});

it("says that a mail may come all the same when no answer came in time", async () => {
  fetched.mockRejectedValue(new Unanswered(true));
  await signUp("ann@home.example");
  expect(await screen.findByText("No answer from the server")).toBeTruthy();
  expect(screen.getAllByText(/If no mail comes within a few minutes/)).toHaveLength(2);
  expect(box().getAttribute("aria-invalid")).toBe("false");
  expect(screen.getByRole("button", { name: "Subscribe" })).toHaveProperty("disabled", false);
});

it("offers to send it anyway when a program has filled in the field that people don't see", async () => {
  const refused = '{"message":"Nothing was sent yet.","code":"filled_by_program"}';
  fetched.mockResolvedValueOnce(new Response(refused, { status: 400 }));
  fetched.mockResolvedValueOnce(new Response("{}"));
  const trap = screen.getByLabelText<HTMLInputElement>("Leave this empty");
  trap.value = "Blue Door";
  await signUp("ann@home.example");
  await screen.findByText("Subscription failed");
  expect(screen.getAllByText("Nothing was sent yet.")).toHaveLength(2);
  expect(box().getAttribute("aria-invalid")).toBe("false");
  await userEvent.click(screen.getByRole("button", { name: "Send it anyway" }));
  expect(await screen.findByText("Successfully subscribed!")).toBeTruthy();
  const bodies = fetched.mock.calls.map(([, request]) => JSON.parse(String(request?.body)));
  expect(bodies).toMatchObject([
    { email: "ann@home.example", leftEmpty: "Blue Door" },
    { email: "ann@home.example" },
  ]);
  expect(bodies[1]).not.toHaveProperty("leftEmpty");
});

it("asks nothing for blank text", async () => {
  await userEvent.click(screen.getByRole("button", { name: "Subscribe" }));
  expect(fetched).not.toHaveBeenCalled();
});
