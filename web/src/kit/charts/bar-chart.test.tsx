import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, expect, it } from "vitest";
import { BarChart, niceTop } from "./bar-chart.tsx";
import { csvOf } from "./chart-data.tsx";

afterEach(cleanup);

it("shows each value by key, and all of them as a table", async () => {
  render(
    <BarChart
      title="Votes"
      span="March 1 to 2"
      sentence="30 votes."
      unit="votes"
      points={[
        { label: "Mar 1", value: 1200, before: 3 },
        { label: "Mar 2", value: 18, before: 0 },
      ]}
      beforeLabel="last year"
      csv="votes"
    />,
  );
  const values = screen.getByRole("slider", { name: /^Votes/ });
  expect(values.getAttribute("aria-valuetext")).toBe("Mar 2: 18 votes, last year: 0");
  values.focus();
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(values.getAttribute("aria-valuetext")).toBe("Mar 1: 1,200 votes, last year: 3");
  await userEvent.keyboard("{End}");
  expect(values.getAttribute("aria-valuenow")).toBe("2");
  const table = document.querySelector("details table");
  expect([...(table?.querySelectorAll("tbody tr") ?? [])].map((row) => row.textContent)).toEqual([
    "Mar 11,2003",
    "Mar 2180",
  ]);
});

it("ends its scale at an even number above the highest value", () => {
  expect([1, 2, 3, 5, 9, 11, 35, 44, 100, 101, 999].map(niceTop)).toEqual([
    2, 2, 4, 6, 10, 20, 40, 60, 100, 200, 1000,
  ]);
});

it("writes no formula into a file for spreadsheets", () => {
  expect(
    csvOf(
      ["Name", "Votes"],
      [
        ["=1+1", 3],
        ['He said "hi", twice', -4],
        ["@x", 0],
      ],
    ),
  ).toBe('Name,Votes\r\n\'=1+1,3\r\n"He said ""hi"", twice",-4\r\n\'@x,0\r\n');
});
