import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { DataTable } from "../../../kit/table.tsx";
import { countChosen, useChosen } from "./chosen.ts";
import { ListFrame, type ListQuery } from "./list-frame.tsx";
import { listPlace } from "./place.ts";

const PATH = "/admin/coffee-shops";

const shops = [
  { id: "1", name: "Bluebird" },
  { id: "2", name: "Rosa's" },
];

const loaded = (data: { rows: typeof shops; total: number } | undefined) => ({
  data,
  error: null,
  isPlaceholderData: false,
  refetch: () => undefined,
});

function List({ query, result }: { query: ListQuery; result: ReturnType<typeof loaded> }) {
  const choice = useChosen(PATH, String(query.search ?? ""));
  return (
    <>
      <output>{countChosen(choice.chosen, result.data?.total ?? 0)}</output>
      <button type="button" onClick={choice.all}>
        All
      </button>
      <ListFrame
        path={PATH}
        query={query}
        words={{ what: "coffee shops", one: "coffee shop", none: "No coffee shops found" }}
        searchLabel="Search"
        filters={[
          {
            name: "visibility",
            label: "Show",
            options: [
              ["", "All"],
              ["listed", "Listed"],
            ],
          },
        ]}
        result={result}
        read={(data) => data}
        pageSize={20}
      >
        {(rows, tools) => (
          <DataTable
            caption="Coffee shops"
            rows={rows}
            keyOf={({ id }) => id}
            {...tools}
            selection={{
              has: ({ id }) => choice.has(id),
              set: (some, isChosen) =>
                choice.set(
                  some.map(({ id }) => id),
                  isChosen,
                ),
              nameOf: ({ name }) => name,
            }}
            columns={[
              { title: "Name", sort: "name", cell: ({ name }) => <a href={`#${name}`}>{name}</a> },
              { title: "Votes", sort: "votes", fromEnd: true, cell: () => 1 },
            ]}
          />
        )}
      </ListFrame>
    </>
  );
}

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const box = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
const filter = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Show" });

it("keeps what is typed and chosen when a list arrives, and follows another address", () => {
  const query = { search: "blue", visibility: "", page: 1 };
  const { rerender } = render(<List query={query} result={loaded(undefined)} />);
  const before = box();
  fireEvent.change(box(), { target: { value: "blue door" } });
  rerender(<List query={{ ...query }} result={loaded({ rows: shops, total: 2 })} />);
  expect(box()).toBe(before);
  expect(box().value).toBe("blue door");
  rerender(
    <List
      query={{ search: "rosa", visibility: "listed", page: 1 }}
      result={loaded({ rows: shops, total: 2 })}
    />,
  );
  expect(box().value).toBe("rosa");
  expect(filter().value).toBe("listed");
});

it("has its order in the address, keeps it in a search, and says it on one column", () => {
  const query = { search: "a", visibility: "", sort: "votes", direction: "descending", page: 3 };
  render(<List query={query} result={loaded({ rows: shops, total: 90 })} />);
  const [, name, votes] = screen.getAllByRole("columnheader");
  expect(votes?.getAttribute("aria-sort")).toBe("descending");
  expect(name?.getAttribute("aria-sort")).toBeNull();
  const hrefOf = (text: RegExp) => screen.getByRole("link", { name: text }).getAttribute("href");
  expect(hrefOf(/^Votes/)).toBe(`${PATH}?search=a&sort=votes`);
  expect(hrefOf(/^Name/)).toBe(`${PATH}?search=a&sort=name`);
  expect(hrefOf(/^Next/)).toBe(`${PATH}?search=a&sort=votes&direction=descending&page=4`);
  const hidden = [...document.querySelectorAll<HTMLInputElement>('input[type="hidden"]')];
  expect(hidden.map(({ name: one, value }) => [one, value])).toEqual([
    ["sort", "votes"],
    ["direction", "descending"],
  ]);
  expect(listPlace(PATH)).toBe(`${PATH}?search=a&sort=votes&direction=descending&page=3`);
});

it("tells an empty list from a page past its end", () => {
  const query = { search: "", visibility: "listed", page: 1 };
  const { rerender } = render(<List query={query} result={loaded({ rows: [], total: 0 })} />);
  expect(screen.getByText("No coffee shops found")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Show all" }).getAttribute("href")).toBe(PATH);
  rerender(<List query={{ ...query, page: 9 }} result={loaded({ rows: [], total: 41 })} />);
  const first = screen.getByRole("link", { name: "Go to the first of 41" });
  expect(first.getAttribute("href")).toBe(`${PATH}?visibility=listed`);
});

it("selects over pages, and begins anew with another filter", () => {
  const query = { search: "", visibility: "", page: 1 };
  const result = loaded({ rows: shops, total: 50 });
  const { rerender } = render(<List query={query} result={result} />);
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Rosa's" }));
  expect(document.querySelector("output")?.textContent).toBe("1");
  rerender(<List query={{ ...query, page: 2 }} result={result} />);
  expect(document.querySelector("output")?.textContent).toBe("1");
  fireEvent.click(screen.getByRole("button", { name: "All" }));
  fireEvent.click(screen.getByRole("checkbox", { name: "Select Bluebird" }));
  expect(document.querySelector("output")?.textContent).toBe("49");
  rerender(<List query={{ ...query, search: "x" }} result={result} />);
  expect(document.querySelector("output")?.textContent).toBe("0");
});

it("comes back to the row that was opened", async () => {
  const query = { search: "", visibility: "", page: 2 };
  const result = loaded({ rows: shops, total: 50 });
  render(<List query={query} result={result} />);
  fireEvent.click(screen.getByRole("link", { name: "Rosa's" }));
  cleanup();
  render(<List query={query} result={result} />);
  await new Promise((done) => setTimeout(done, 5));
  expect(document.activeElement?.textContent).toBe("Rosa's");
});

it("narrows by a day, which stands in the address with the rest", () => {
  render(
    <ListFrame
      path={PATH}
      query={{ page: 1, day: "2026-11-24", sort: "name" }}
      words={{ what: "coffee shops", one: "coffee shop", none: "No coffee shops found" }}
      searchLabel="Search"
      filters={[{ name: "day", label: "Day" }]}
      result={loaded({ rows: [], total: 0 })}
      read={(data) => data}
      pageSize={20}
    >
      {() => null}
    </ListFrame>,
  );
  const day = screen.getByLabelText<HTMLInputElement>("Day");
  expect([day.name, day.type, day.value]).toEqual(["day", "date", "2026-11-24"]);
  const form = new FormData(day.form ?? undefined);
  expect(Object.fromEntries(form)).toEqual({ search: "", day: "2026-11-24", sort: "name" });
  expect(screen.getByRole("link", { name: "Show all" }).getAttribute("href")).toBe(PATH);
});
