import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import MailsScreen from "./mails-screen.tsx";

vi.mock("../../../lib/site.tsx", () => ({ useSite: () => ({ name: "Townperk" }) }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function show(status: number, body: unknown) {
  const fetched = vi.fn((_: string) => Promise.resolve(Response.json(body, { status })));
  vi.stubGlobal("fetch", fetched);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MailsScreen />
    </QueryClientProvider>,
  );
  return fetched;
}

const mail = (id: string, changes: object) => ({
  id,
  to: "ann@home.example",
  subject: "123456 is your Townperk code",
  text: "Your code: 123456\n\nhttp://127.0.0.1:8080/sign-in#token=abc\n",
  state: "sent",
  createdAt: "2026-03-04T15:00:00Z",
  ...changes,
});

it("says what brings a mail here while there is none", async () => {
  show(200, { mails: [] });
  expect(await screen.findByText(/^Nothing has been mailed yet/)).toBeTruthy();
  const link = screen.getByRole("link", { name: "Ask for a code" });
  expect(link.getAttribute("href")).toBe("/sign-in");
});

it("says that the doors are shut, and lets one try again", async () => {
  const fetched = show(404, { message: "There is nothing at this address." });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Only the machine that serves this demo");
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
});

it("shows a mail as HTML or as text once it is opened", async () => {
  show(200, {
    mails: [
      mail("b", {}),
      mail("a", { subject: "Welcome", to: "bob@home.example", state: "failed" }),
    ],
  });
  const list = await screen.findByRole("list", { name: "Mails" });
  const [newest, oldest] = within(list).getAllByRole("listitem");
  expect(newest?.textContent).toContain("To ann@home.example · Mar 4, 2026");
  expect(oldest?.textContent).toContain("Couldn’t be sent");
  expect(screen.queryByTitle("123456 is your Townperk code")).toBeNull();

  await userEvent.click(screen.getByText("123456 is your Townperk code"));
  const frame = await screen.findByTitle("123456 is your Townperk code");
  expect(frame.getAttribute("src")).toBe("/api/demo/mails/b/html");
  expect(frame.getAttribute("sandbox")).toBe("allow-top-navigation-by-user-activation");
  expect(screen.queryByTitle("Welcome")).toBeNull();

  await userEvent.click(screen.getByRole("button", { name: "Text" }));
  const link = screen.getByRole("link", { name: /sign-in#token=abc$/ });
  expect(link.getAttribute("href")).toBe("http://127.0.0.1:8080/sign-in#token=abc");
  expect(screen.queryByTitle("123456 is your Townperk code")).toBeNull();
});
