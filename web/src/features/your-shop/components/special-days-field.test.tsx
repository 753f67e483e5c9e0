import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SpecialDay } from "../../../api/your-shop.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { readHours } from "../../../kit/hours/week.ts";
import { specialDaysRule } from "../special-days.ts";
import { SpecialDaysField } from "./special-days-field.tsx";

const submit = vi.fn<(values: { specialDays: SpecialDay[] }) => Promise<null>>();

const WEEK = "Mo-We 07:00-15:00; Th-Fr 08:00-14:00; Sa-Su off";

interface Props {
  week?: string;
  days?: SpecialDay[];
  stored?: SpecialDay[];
}

function Days({ week = WEEK, days = [], stored = [] }: Props) {
  const form = useForm({
    id: "days",
    schema: z.object({ specialDays: specialDaysRule(stored) }),
    initial: { specialDays: days },
    submit,
    failed: "Failed",
  });
  return (
    <Form form={form}>
      <SpecialDaysField form={form} week={readHours(week)} stored={stored} />
      <SubmitButton form={form} busy="Saving...">
        Save
      </SubmitButton>
    </Form>
  );
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-23T18:00:00Z"), toFake: ["Date"] });
  submit.mockResolvedValue(null);
});

afterEach(() => {
  cleanup();
  submit.mockReset();
  vi.useRealTimers();
});

const holiday = (name: RegExp) => within(screen.getByRole("group", { name }));
const choose = (name: RegExp, choice: string) =>
  userEvent.click(holiday(name).getByRole("radio", { name: choice }));
const save = async () => {
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(submit).toHaveBeenCalled());
  return submit.mock.calls.at(-1)?.[0].specialDays;
};

it("offers the coming holidays: as usual, closed, or other hours", async () => {
  render(<Days />);
  expect(
    screen.getAllByRole("group").map((group) => group.querySelector("legend")?.textContent),
  ).toEqual(
    expect.arrayContaining([
      "Thanksgiving Thursday, November 26, 2026",
      "Christmas Eve Thursday, December 24, 2026",
      "Christmas Day Friday, December 25, 2026",
      "New Year's Eve Thursday, December 31, 2026",
    ]),
  );
  await choose(/Thanksgiving/, "Closed");
  await choose(/Christmas Eve/, "Other hours");
  fireEvent.change(holiday(/Christmas Eve/).getByLabelText(/Opens/), {
    target: { value: "08:00" },
  });
  fireEvent.change(holiday(/Christmas Eve/).getByLabelText(/Closes/), {
    target: { value: "12:00" },
  });
  await choose(/Christmas Day/, "As usual: 8 AM to 2 PM");
  expect(screen.getByLabelText("Special days as text").textContent).toBe(
    "Special daysNovember 26, 2026: closedDecember 24, 2026: 8 AM to noonDecember 25, 2026: 8 AM to 2 PM",
  );
  expect(await save()).toEqual([
    { from: "2026-11-26", to: "2026-11-26", spans: [] },
    { from: "2026-12-24", to: "2026-12-24", spans: [{ opens: "08:00", closes: "12:00" }] },
    { from: "2026-12-25", to: "2026-12-25", spans: [{ opens: "08:00", closes: "14:00" }] },
  ]);
});

it("keeps hours that are being typed, even when they happen to be the usual ones", async () => {
  render(<Days />);
  await choose(/Thanksgiving/, "Other hours");
  const thanksgiving = holiday(/Thanksgiving/);
  fireEvent.change(thanksgiving.getByLabelText(/Opens/), { target: { value: "08:00" } });
  fireEvent.change(thanksgiving.getByLabelText(/Closes/), { target: { value: "14:00" } });
  expect(thanksgiving.getByRole("radio", { name: "Other hours" })).toHaveProperty("checked", true);
  expect(thanksgiving.getByLabelText(/Opens/)).toHaveProperty("value", "08:00");
});

it("knows what was answered before, and takes an answer back", async () => {
  const days = [
    { from: "2026-11-26", to: "2026-11-26", spans: [{ opens: "08:00", closes: "14:00" }] },
    { from: "2026-12-27", to: "2026-12-29", spans: [] },
  ];
  render(<Days days={days} />);
  const usual = holiday(/Thanksgiving/).getByRole("radio", { name: /As usual/ });
  expect(usual).toHaveProperty("checked", true);
  expect(screen.getByRole("group", { name: "Entry 1" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Clear Thanksgiving" }));
  expect(await save()).toEqual([days[1]]);
});

it("offers as usual only where it is known what that is", () => {
  render(<Days week="" />);
  expect(holiday(/Thanksgiving/).queryByRole("radio", { name: /As usual/ })).toBeNull();
  cleanup();
  render(<Days week="Mo-We 07:00-15:00" />);
  const thanksgiving = holiday(/Thanksgiving/);
  expect(thanksgiving.getByRole("radio", { name: "As usual: closed" })).toBeTruthy();
  expect(thanksgiving.queryByRole("radio", { name: "Closed" })).toBeNull();
});

it("says that a week or more is a temporary closure", () => {
  render(<Days days={[{ from: "2026-12-27", to: "2027-01-01", spans: [] }]} />);
  expect(screen.queryByText(/Temporarily closed/)).toBeNull();
  const entry = within(screen.getByRole("group", { name: "Entry 1" }));
  fireEvent.change(entry.getByLabelText("Last day"), { target: { value: "2027-01-02" } });
  expect(
    screen.getByText(
      "That's a week or more. From December 27, 2026 to January 2, 2027, visitors will read “Temporarily closed”.",
    ),
  ).toBeTruthy();
});

it.each([
  ["20261-12-24", "Please write the year with four digits."],
  ["2029-01-01", "Please choose days within two years."],
])("says at the entry what is wrong with %s", async (date, words) => {
  render(<Days days={[{ from: date, to: date, spans: [] }]} />);
  const entry = within(screen.getByRole("group", { name: "Entry 1" }));
  expect(entry.getByLabelText("First day").getAttribute("max")).toBe("2028-11-22");
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await entry.findByText(words)).toBeTruthy();
  expect(submit).not.toHaveBeenCalled();
  fireEvent.change(entry.getByLabelText("First day"), { target: { value: "2027-12-24" } });
  fireEvent.change(entry.getByLabelText("Last day"), { target: { value: "2027-12-24" } });
  expect(await save()).toEqual([{ from: "2027-12-24", to: "2027-12-24", spans: [] }]);
});

it("leaves an entry alone that is stored, however far ahead it is", async () => {
  const days = [{ from: "2031-12-24", to: "2031-12-24", spans: [] }];
  render(<Days days={days} stored={days} />);
  await userEvent.click(screen.getByRole("button", { name: "Add a day" }));
  const added = within(screen.getByRole("group", { name: "Entry 2" }));
  for (const [label, value] of [
    ["First day", "2031-12-25"],
    ["Last day", "2031-12-25"],
  ] as const)
    fireEvent.change(added.getByLabelText(label), { target: { value } });
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(await added.findByText("Please choose days within two years.")).toBeTruthy();
  expect(screen.getAllByText("Please choose days within two years.")).toHaveLength(2);
  await userEvent.click(added.getByRole("button", { name: "Remove entry 2" }));
  expect(await save()).toEqual(days);
});

it("puts the focus where the next thing is typed, and on what is wrong", async () => {
  render(<Days />);
  await userEvent.click(screen.getByRole("button", { name: "Add a day" }));
  const entry = within(screen.getByRole("group", { name: "Entry 1" }));
  expect(document.activeElement).toBe(entry.getByLabelText("First day"));
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(entry.getByText("Please choose a date for each entry.")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(entry.getByLabelText("First day")));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(entry.getByRole("button", { name: "Remove entry 1" }));
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add a day" }));
});
