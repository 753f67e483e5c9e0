import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recallOwner } from "../../../kit/known-owner.ts";
import { recallWords } from "../../../kit/listed-words.ts";
import { NavigateContext } from "../../../lib/navigate.ts";
import { ToastProvider } from "../../../ui/toast.tsx";
import { ListingForm } from "./listing-form.tsx";

const navigate = vi.fn<(href: string) => void>();
let sent: Record<string, unknown>[];
let answer: [status: number, body: object];

const LISTED = {
  id: "s1",
  slug: "blue-door",
  name: "Blue Door",
  url: "/coffee-shops/blue-door?owner=true",
  proofId: "p1",
  nextCodeAt: null,
  isMended: false,
};

beforeEach(() => {
  sessionStorage.clear();
  sent = [];
  answer = [201, LISTED];
  vi.stubGlobal("isSecureContext", true);
  // No program fills in the form, so the time since the page was opened counts.
  vi.spyOn(performance, "now").mockReturnValue(60_000);
  vi.stubGlobal("fetch", (address: string, { body }: RequestInit = {}) => {
    if (address !== "/api/coffee-shops")
      return Promise.resolve(new Response("{}", { status: 404 }));
    sent.push(JSON.parse(String(body)));
    return Promise.resolve(new Response(JSON.stringify(answer[1]), { status: answer[0] }));
  });
  show();
});

afterEach(() => {
  cleanup();
  navigate.mockReset();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show() {
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <NavigateContext value={navigate}>
        <ToastProvider>
          <ListingForm />
        </ToastProvider>
      </NavigateContext>
    </QueryClientProvider>,
  );
}

const fill = (name: RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(name), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));

function fillAll() {
  fill(/^Name/, "Blue Door");
  fill(/^Address/, "126 Main Street");
  fill(/^ZIP code/, "71301");
  fill(/^Owner name/, "Jo Doe");
  fill(/^Owner email/, "jo@blue.example");
}

const more = () => screen.getByText("More about your shop").closest("details");

it("asks for six things, and has the rest behind one press", () => {
  const form = screen.getByRole("form", { name: "List your coffee shop" });
  const inside = (field: Element) => field.closest("details") ?? field.closest("[hidden]");
  const fields = [...form.querySelectorAll("input, textarea, select")];
  expect(fields.filter((field) => inside(field) === null)).toHaveLength(6);
  expect(more()?.open).toBe(false);
  for (const name of ["Description", "Phone", "Website", "Image URL"])
    expect(within(more() as HTMLElement).getByLabelText(new RegExp(`^${name}`))).toBeTruthy();
});

it("presets no hours, and takes a usual week with one press", async () => {
  fillAll();
  press("List Coffee Shop (Free)");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.hours).toBe("");
  cleanup();
  sessionStorage.clear();
  show();
  fillAll();
  press(/^Start with/);
  expect(screen.getByRole("region", { name: "Hours as text" }).textContent).toContain(
    "Monday to Saturday7 AM to 5 PM",
  );
  press("List Coffee Shop (Free)");
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.hours).toBe("Mo-Sa 07:00-17:00; Su off");
});

it("opens what has a mistake in it", async () => {
  fillAll();
  fill(/^Phone/, "12");
  fireEvent(more() as HTMLElement, new Event("toggle"));
  press("List Coffee Shop (Free)");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Phone/)));
  expect(more()?.open).toBe(true);
  expect(sent).toEqual([]);
});

it("comes back with what was sent, to mend it", async () => {
  fillAll();
  press("List Coffee Shop (Free)");
  await waitFor(() => expect(navigate).toHaveBeenCalledWith(LISTED.url));
  cleanup();
  show();
  const phone = screen.getByLabelText<HTMLInputElement>(/^Phone/);
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("Blue Door");
  expect(screen.getByText(/^You've listed/)).toBeTruthy();
  fireEvent.input(phone, { target: { value: "318-555-0142" } });
  answer = [200, { ...LISTED, isMended: true }];
  press("List Coffee Shop (Free)");
  expect(await screen.findByText("Your page is up to date")).toBeTruthy();
  expect(sent[1]?.formId).toBe(sent[0]?.formId);
  expect(sent[1]?.formId).toBeTruthy();
  cleanup();
  show();
  press("List another shop");
  expect(screen.getByLabelText<HTMLInputElement>(/^Name/).value).toBe("");
});

it("hands what was typed to the claim of a shop that is listed", async () => {
  fillAll();
  fill(/^Description/, "Small, blue, and early.");
  fill(/^Phone/, "318-555-0142");
  const known = {
    id: "s2",
    slug: "the-blue-door",
    name: "The Blue Door",
    address: "126 Main Street",
    isClaimed: false,
    permanentlyClosed: false,
    isSame: true,
    reasons: [],
    claimUrl: "/claim-business/the-blue-door",
  };
  answer = [409, { message: "Listed.", details: { kind: "duplicate", similar: [known] } }];
  press("List Coffee Shop (Free)");
  expect(await screen.findByText("This coffee shop is already listed")).toBeTruthy();
  expect(recallOwner()).toEqual({ name: "Jo Doe", email: "jo@blue.example" });
  const words = recallWords("the-blue-door");
  expect(words.description).toBe("Small, blue, and early.");
  expect(words.phone).toContain("555");
  expect(recallWords("another").description).toBe("");
});
