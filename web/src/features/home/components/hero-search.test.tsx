import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeCity } from "../../../../test/support/samples.ts";
import type { City } from "../../../api/types.ts";
import { NavigateContext } from "../../../lib/navigate.ts";
import { HeroSearch } from "./hero-search.tsx";

const alexandria = makeCity();
const hammond = makeCity({ id: "2", name: "Hammond", slug: "hammond-la" });
const towns = [
  alexandria,
  hammond,
  makeCity({ id: "3", slug: "c" }),
  makeCity({ id: "4", slug: "d" }),
];

const navigate = vi.fn<(href: string) => void>();
const submitted = vi.fn<(text: string) => void>();
let ask: (path: string) => Promise<City[]>;

beforeEach(() => {
  ask = vi.fn(() => Promise.resolve(towns));
  const client = new QueryClient({
    defaultOptions: {
      queries: { queryFn: ({ queryKey: [path] }) => ask(String(path)), retry: false },
    },
  });
  render(
    <QueryClientProvider client={client}>
      <NavigateContext value={navigate}>
        <HeroSearch />
      </NavigateContext>
    </QueryClientProvider>,
  );
  window.addEventListener("submit", onSubmit);
});

afterEach(() => {
  window.removeEventListener("submit", onSubmit);
  cleanup();
  navigate.mockReset();
  submitted.mockReset();
});

function onSubmit(event: SubmitEvent) {
  if (event.defaultPrevented) return;
  event.preventDefault();
  submitted(String(new FormData(event.target as HTMLFormElement).get("q")));
}

const box = () => screen.getByRole("combobox", { name: "Search by City or Town" });
const options = () => screen.findAllByRole("option");

it("asks for suggestions only above 2 characters, and shows 3 at most", async () => {
  await userEvent.type(box(), "al");
  await new Promise((done) => setTimeout(done, 200));
  expect(ask).not.toHaveBeenCalled();
  await userEvent.type(box(), "e");
  expect(await options()).toHaveLength(3);
  expect(ask).toHaveBeenCalledExactlyOnceWith("/api/search?type=cities&q=ale");
  expect(box().getAttribute("aria-expanded")).toBe("true");
  expect(screen.getByRole("status").textContent).toBe("3 suggestions");
});

it("never shows an answer to an earlier text", async () => {
  const answers: Record<string, (towns: City[]) => void> = {};
  ask = (path) => new Promise((done) => (answers[path.slice(-4)] = done));
  await userEvent.type(box(), "alex");
  await waitFor(() => expect(answers.alex).toBeDefined());
  await userEvent.clear(box());
  await userEvent.type(box(), "hamm");
  await waitFor(() => expect(answers.hamm).toBeDefined());
  answers.alex?.([alexandria]);
  answers.hamm?.([hammond]);
  expect((await options()).map((option) => option.textContent)).toEqual(["Hammond, LA"]);
});

it("goes to the first suggestion on Enter when it answers the text", async () => {
  await userEvent.type(box(), "alexandira");
  await options();
  await userEvent.keyboard("{Enter}");
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/cities/alexandria-la");
});

it("searches on Enter when the first suggestion does not hold every word", async () => {
  await userEvent.type(box(), "alexandria roasters");
  await options();
  await userEvent.keyboard("{Enter}");
  expect(navigate).not.toHaveBeenCalled();
  expect(submitted).toHaveBeenCalledExactlyOnceWith("alexandria roasters");
});

it("goes to the state's towns on Enter when the text is a state", async () => {
  await userEvent.type(box(), "louisiana");
  await options();
  await userEvent.keyboard("{Enter}");
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/cities?filter=louisiana");
  expect(submitted).not.toHaveBeenCalled();
});

it("walks the suggestions with the arrow keys and takes the marked one", async () => {
  await userEvent.type(box(), "alex");
  await options();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  expect(box().getAttribute("aria-activedescendant")).toBe("hero-town-hammond-la");
  await userEvent.keyboard("{Enter}");
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/cities/hammond-la");
});

it("closes on Escape and keeps the text", async () => {
  await userEvent.type(box(), "alex");
  await options();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryAllByRole("option")).toHaveLength(0);
  expect(box()).toHaveProperty("value", "alex");
});

it("goes to a suggestion that is pressed", async () => {
  await userEvent.type(box(), "alex");
  await userEvent.click(await screen.findByRole("option", { name: "Hammond, LA" }));
  expect(navigate).toHaveBeenCalledExactlyOnceWith("/cities/hammond-la");
});

it("does nothing for blank text", async () => {
  await userEvent.type(box(), "   {Enter}");
  await userEvent.click(screen.getByRole("button", { name: "Search" }));
  expect(navigate).not.toHaveBeenCalled();
  expect(submitted).not.toHaveBeenCalled();
});
