import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Form, SubmitButton } from "../form/form.tsx";
import { z } from "../form/rules.ts";
import { useForm } from "../form/use-form.ts";
import { HoursField, weekRule } from "./hours-field.tsx";
import { emptyWeek, readHours } from "./week.ts";

const submit = vi.fn<(values: { hours: string }) => Promise<null>>();
const schema = z.object({ hours: weekRule() });

function Hours({ text }: { text: string }) {
  const form = useForm({
    id: "hours",
    schema,
    initial: { hours: readHours(text) ?? emptyWeek() },
    submit,
    failed: "Failed",
  });
  const usual = {
    label: "7 to 5 on weekdays",
    week: readHours("Mo-Fr 07:00-17:00") ?? emptyWeek(),
  };
  return (
    <Form form={form}>
      <HoursField form={form} name="hours" label="Opening hours" optional usual={usual} />
      <SubmitButton form={form} busy="Saving...">
        Save
      </SubmitButton>
    </Form>
  );
}

beforeEach(() => {
  submit.mockResolvedValue(null);
});

afterEach(() => {
  cleanup();
  submit.mockReset();
});

const day = (name: string) => within(screen.getByRole("group", { name }));
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const setTime = (name: string, label: RegExp, value: string) =>
  fireEvent.change(day(name).getByLabelText(label), { target: { value } });
const sent = () => submit.mock.calls.at(-1)?.[0].hours;

it("may stay empty", async () => {
  render(<Hours text="" />);
  await save();
  await waitFor(() => expect(sent()).toBe(""));
});

it("begins with the hours that are usual, and sends them as text", async () => {
  render(<Hours text="" />);
  await userEvent.click(screen.getByRole("button", { name: "7 to 5 on weekdays" }));
  expect(screen.getByLabelText("Hours as text").textContent).toBe(
    "Opening hoursMonday to Friday7 AM to 5 PMSaturday to SundayClosed",
  );
  await save();
  await waitFor(() => expect(sent()).toBe("Mo-Fr 07:00-17:00; Sa-Su off"));
});

it("can be cleared, and says what is offered before it is taken", async () => {
  render(<Hours text="Mo-Su 07:00-15:00; PH off" />);
  expect(screen.queryByRole("button", { name: "7 to 5 on weekdays" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Clear the week" }));
  expect(document.activeElement).toBe(day("Monday").getByLabelText("Open"));
  expect(screen.getByRole("button", { name: "7 to 5 on weekdays" })).toBeTruthy();
  expect(
    screen.getByText(
      "Monday to Friday 7 AM to 5 PM; Saturday to Sunday closed. You can change each day before you save.",
    ),
  ).toBeTruthy();
  await save();
  await waitFor(() => expect(sent()).toBe(""));
});

it("takes a break, a night and a copy to other days", async () => {
  render(<Hours text="Mo-Su off; PH off" />);
  await userEvent.click(day("Monday").getByLabelText("Open"));
  setTime("Monday", /Opens/, "07:00");
  setTime("Monday", /Closes/, "11:00");
  await userEvent.click(day("Monday").getByRole("button", { name: /after a break/ }));
  setTime("Monday", /Opens \(2\)/, "18:00");
  setTime("Monday", /Closes \(2\)/, "01:00");
  expect(day("Monday").getByText("Closes at 1 AM on Tuesday.")).toBeTruthy();
  await userEvent.click(day("Monday").getByRole("button", { name: /Copy to other days/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Copy Monday's hours" }));
  expect(dialog.getByRole("checkbox", { name: "Friday" })).toHaveProperty("checked", true);
  expect(dialog.getByRole("checkbox", { name: "Saturday" })).toHaveProperty("checked", false);
  await userEvent.click(dialog.getByRole("button", { name: "Copy" }));
  await save();
  await waitFor(() => expect(sent()).toBe("Mo-Fr 07:00-11:00,18:00-01:00; Sa-Su off; PH off"));
});

it("names the days that are not said, and puts the focus on the first", async () => {
  render(<Hours text="" />);
  await userEvent.click(day("Monday").getByLabelText("24 hours"));
  await save();
  expect(day("Tuesday").getByText("Is the shop open on Tuesday?")).toBeTruthy();
  expect(day("Sunday").getByText("Is the shop open on Sunday?")).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(day("Tuesday").getByLabelText("Open")));
  expect(submit).not.toHaveBeenCalled();
});

it("takes away one of several spans", async () => {
  render(<Hours text="Mo-Su 07:00-11:00,12:00-17:00" />);
  await userEvent.click(day("Sunday").getByRole("button", { name: "Remove hours 1 of Sunday" }));
  await save();
  await waitFor(() => expect(sent()).toBe("Mo-Sa 07:00-11:00,12:00-17:00; Su 12:00-17:00"));
});
