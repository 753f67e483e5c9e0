import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { listAddress } from "./address.ts";
import { type Column, DataTable, TableFilter, TablePages } from "./table.tsx";

interface Shop {
  id: string;
  name: string;
  votes: number;
}

const shops: Shop[] = [
  { id: "1", name: "Bluebird", votes: 7 },
  { id: "2", name: "Rosa's", votes: 12 },
];
const columns: Column<Shop>[] = [
  { title: "Name", sort: "name", cell: ({ name }) => name },
  { title: "Votes", sort: "votes", numeric: true, cell: ({ votes }) => votes },
  { title: "Actions", quiet: true, cell: ({ name }) => <button type="button">Edit {name}</button> },
];
const hrefOf = listAddress("/admin", { tab: "shops", q: "a b", sort: "name", page: 3 });

afterEach(cleanup);

it("keeps a list's state in its addresses, and begins anew when anything but the page changes", () => {
  expect(hrefOf({ page: 4 })).toBe("/admin?tab=shops&q=a%20b&sort=name&page=4");
  expect(hrefOf({ page: 1 })).toBe("/admin?tab=shops&q=a%20b&sort=name");
  expect(hrefOf({ sort: "votes" })).toBe("/admin?tab=shops&q=a%20b&sort=votes");
  expect(hrefOf({ q: "" })).toBe("/admin?tab=shops&sort=name");
});

it("is a table with row heads, the order said on one column, and links for the others", () => {
  render(
    <DataTable
      caption="Coffee shops"
      columns={columns}
      rows={shops}
      keyOf={({ id }) => id}
      order={{ by: "name", direction: "ascending" }}
      hrefOfOrder={({ by, direction }) => `?sort=${by}&direction=${direction}`}
    />,
  );
  expect(screen.getByRole("table", { name: "Coffee shops" })).toBeTruthy();
  expect(screen.getByRole("rowheader", { name: "Bluebird" })).toBeTruthy();
  const [name, votes, actions] = screen.getAllByRole("columnheader");
  expect([name, votes, actions].map((head) => head?.getAttribute("aria-sort") ?? "")).toEqual([
    "ascending",
    "",
    "",
  ]);
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links).toEqual(["?sort=name&direction=descending", "?sort=votes&direction=ascending"]);
  const cells = within(screen.getAllByRole("row")[2] as HTMLElement).getAllByRole("cell");
  expect(cells.map((cell) => cell.getAttribute("data-title"))).toEqual(["Votes", null]);
});

it("searches by a plain form that keeps the rest of the state", () => {
  render(
    <TableFilter action="/admin" label="Find" name="q" value="blue" kept={{ sort: "votes" }} />,
  );
  const form = document.querySelector("search form") as HTMLFormElement;
  expect([...new FormData(form)]).toEqual([
    ["sort", "votes"],
    ["q", "blue"],
  ]);
  expect(form.method).toBe("get");
});

it("says which of how many are shown", () => {
  const { rerender } = render(
    <TablePages
      what="shops"
      one="shop"
      page={2}
      pageSize={20}
      total={45}
      hrefOf={(page) => `?page=${page}`}
    />,
  );
  expect(screen.getByRole("status").textContent).toBe("21 to 40 of 45 shops");
  expect(screen.getByRole("link", { name: "Next" }).getAttribute("href")).toBe("?page=3");
  rerender(
    <TablePages what="shops" one="shop" page={1} pageSize={20} total={0} hrefOf={() => ""} />,
  );
  expect(screen.getByRole("status").textContent).toBe("0 shops");
});

it("keeps what is typed while the list is drawn again, until another address has another text", () => {
  const filter = (value: string, kept: Record<string, string> = {}) => (
    <TableFilter action="/admin" label="Find" name="q" value={value} kept={kept} />
  );
  const { rerender } = render(filter(""));
  const box = screen.getByRole<HTMLInputElement>("searchbox", { name: "Find" });
  fireEvent.change(box, { target: { value: "blue" } });
  rerender(filter("", { sort: "votes" }));
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("blue");
  rerender(filter("red"));
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("red");
  // The same box: whoever types in it keeps the focus.
  expect(screen.getByRole("searchbox")).toBe(box);
});

it("shows what belongs to an open row below it, as wide as the table", () => {
  render(
    <DataTable
      caption="Coffee shops"
      columns={columns}
      rows={shops}
      keyOf={({ id }) => id}
      detailOf={({ id, name }) => id === "1" && <p>All about {name}</p>}
    />,
  );
  const rows = screen.getAllByRole("row");
  expect(rows.map((row) => row.getAttribute("data-row"))).toEqual([null, "1", null, "2"]);
  const detail = within(rows[2] as HTMLElement).getByRole("cell");
  expect(detail.textContent).toBe("All about Bluebird");
  expect(detail.getAttribute("colspan")).toBe("3");
});
