import { render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { categoriesRule } from "./categories.ts";
import { CategoriesField } from "./categories-field.tsx";
import { Form, SubmitButton } from "./form.tsx";
import { z } from "./rules.ts";
import { useForm } from "./use-form.ts";

const schema = z.object({ categories: categoriesRule() });
const sent: unknown[] = [];

function Sample({ initial }: { initial: string }) {
  const form = useForm({
    id: "sample",
    schema,
    initial: { categories: initial },
    submit: (values) => {
      sent.push(values);
      return Promise.resolve();
    },
    failed: "Not saved.",
  });
  return (
    <Form form={form}>
      <CategoriesField form={form} />
      <SubmitButton form={form} busy="Saving...">
        Save
      </SubmitButton>
    </Form>
  );
}

const chosen = () =>
  within(screen.getByRole("list", { name: "Chosen categories" }))
    .getAllByRole("button")
    .map((button) => button.textContent?.replace("Remove ", ""));

it("finds categories by any word, takes one's own words, and removes what was chosen", async () => {
  render(<Sample initial="Bakery" />);
  const box = screen.getByRole("combobox");
  await userEvent.type(box, "roast");
  await userEvent.click(await screen.findByRole("option", { name: "Coffee Roaster" }));
  expect(chosen()).toEqual(["Bakery", "Coffee Roaster"]);
  await userEvent.type(box, "bakery");
  // What is chosen isn't offered again.
  await waitFor(() => expect(screen.getAllByText("Nothing found").length).toBeGreaterThan(0));
  await userEvent.clear(box);
  await userEvent.type(box, "Poetry Corner");
  await userEvent.click(await screen.findByRole("option", { name: "Add “Poetry Corner”" }));
  // Enter doesn't wait for the list, and doesn't send the form.
  await userEvent.type(box, "bagel shop{Enter}");
  expect(chosen().at(-1)).toBe("Bagel Shop");
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Remove Bagel Shop" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove Bakery" }));
  expect(chosen()).toEqual(["Coffee Roaster", "Poetry Corner"]);
  expect(document.activeElement).toBe(box);
  await userEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(sent).toEqual([{ categories: ["Coffee Roaster", "Poetry Corner"] }]));
});
