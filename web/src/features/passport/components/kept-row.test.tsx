import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeKept } from "../../../../test/support/kept-shops.ts";
import { readPassport, remark, usePassport } from "../../../lib/passport.ts";
import { DayField } from "./kept-row.tsx";

function Field() {
  const [kept] = usePassport() ?? [];
  return kept ? <DayField kept={kept} /> : null;
}

const day = () => readPassport()[0]?.visited;
const field = () => screen.getByLabelText<HTMLInputElement>(/^Been on/);

beforeEach(() => {
  localStorage.clear();
  remark(makeKept(1), { visited: "2026-05-04" });
  render(<Field />);
});
afterEach(cleanup);

it("keeps a day when its field is left, not while it is typed", () => {
  fireEvent.change(field(), { target: { value: "2026-06-01" } });
  expect(day()).toBe("2026-05-04");
  fireEvent.blur(field());
  expect(day()).toBe("2026-06-01");
});

it("keeps a day on Enter, and stays in the field", () => {
  field().focus();
  fireEvent.change(field(), { target: { value: "" } });
  fireEvent.keyDown(field(), { key: "Enter" });
  expect(day()).toBe("");
  expect(document.activeElement).toBe(field());
});

it.each([
  ["0202-05-04", "Date can't be before 2000."],
  ["9999-05-04", "Date can't be in the future."],
])("says why it does not keep %s", (refused, why) => {
  fireEvent.change(field(), { target: { value: refused } });
  fireEvent.blur(field());
  expect(screen.getByRole("alert").textContent).toBe(why);
  expect(day()).toBe("2026-05-04");
  fireEvent.change(field(), { target: { value: "2026-05-05" } });
  fireEvent.blur(field());
  expect(screen.getByRole("alert").textContent).toBe("");
  expect(day()).toBe("2026-05-05");
});
