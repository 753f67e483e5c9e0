import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import MailsScreen from "./mails-screen.tsx";

vi.mock("../../../lib/site.tsx", () => ({ useSite: () => ({ name: "Townperk" }) }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const TEXT = "Your code: 123456\n\nhttp://127.0.0.1:8080/sign-in#token=abc\n";

function show(status: number, body: unknown) {
  const fetched = vi.fn((address: string) =>
    Promise.resolve(
      address === "/api/demo/mails"
        ? Response.json(body, { status })
        : Response.json({ text: TEXT }),
    ),
  );
  vi.stubGlobal("fetch", fetched);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <MailsScreen />
    </QueryClientProvider>,
  );
  return { fetched, client };
}

const mail = (id: string, changes: object) => ({
  id,
  to: "ann@home.example",
  subject: "123456 is your Townperk code",
  state: "sent",
  isExpired: false,
  createdAt: "2026-03-04T15:00:00Z",
  ...changes,
});

it("says what brings a mail here while there is none", async () => {
  show(200, { mails: [], isPublic: false });
  expect(await screen.findByText(/^Nothing has been mailed yet/)).toBeTruthy();
  const link = screen.getByRole("link", { name: "Ask for a code" });
  expect(link.getAttribute("href")).toBe("/sign-in");
  expect(screen.queryByText(/^Everybody who opens this demo/)).toBeNull();
});

it("says where everybody reads the mails, also while there is none", async () => {
  show(200, { mails: [], isPublic: true });
  expect(await screen.findByText(/^Everybody who opens this demo/)).toBeTruthy();
});

it("says that the doors are shut, and lets one try again", async () => {
  const { fetched } = show(404, { message: "There is nothing at this address." });
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Only the machine that serves this demo");
  await userEvent.click(within(alert).getByRole("button", { name: "Try again" }));
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2));
});

it("shows no mails any more once the demo is gone", async () => {
  const { fetched, client } = show(200, { mails: [mail("a", {})], isPublic: false });
  await screen.findByRole("list", { name: "Mails" });
  const gone = { message: "There is nothing at this address." };
  fetched.mockImplementation(() => Promise.resolve(Response.json(gone, { status: 404 })));
  await act(() => client.refetchQueries());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The demo has been removed, or its doors are shut.");
  expect(screen.queryByRole("list", { name: "Mails" })).toBeNull();
});

it("says that older mails aren't listed", async () => {
  const all = Array.from({ length: 100 }, (_, number) => mail(`${number}`, {}));
  show(200, { mails: all, isPublic: false });
  expect(await screen.findByText("The newest 100")).toBeTruthy();
});

it("shows a mail as HTML or as text once it is opened", async () => {
  const { fetched } = show(200, {
    mails: [
      mail("b", { isExpired: true }),
      mail("a", { subject: "Welcome", to: "bob@home.example", state: "failed" }),
    ],
    isPublic: false,
  });
  const list = await screen.findByRole("list", { name: "Mails" });
  const [newest, oldest] = within(list).getAllByRole("listitem");
  expect(newest?.textContent).toContain("To ann@home.example · Mar 4, 2026");
  expect(newest?.textContent).toContain("Its code has expired");
  expect(oldest?.textContent).toContain("Couldn’t be sent");
  expect(oldest?.textContent).not.toContain("expired");
  expect(screen.queryByText("The newest 100")).toBeNull();
  expect(screen.queryByTitle("123456 is your Townperk code")).toBeNull();

  await userEvent.click(screen.getByText("123456 is your Townperk code"));
  const frame = await screen.findByTitle("123456 is your Townperk code");
  expect(frame.getAttribute("src")).toBe("/api/demo/mails/b/html");
  expect(frame.getAttribute("sandbox")).toBe("allow-top-navigation-by-user-activation");
  expect(screen.queryByTitle("Welcome")).toBeNull();

  expect(fetched.mock.calls.flat()).not.toContain("/api/demo/mails/b");
  await userEvent.click(screen.getByRole("button", { name: "Text" }));
  const link = await screen.findByRole("link", { name: /sign-in#token=abc$/ });
  expect(link.getAttribute("href")).toBe("http://127.0.0.1:8080/sign-in#token=abc");
  expect(screen.queryByTitle("123456 is your Townperk code")).toBeNull();
});
