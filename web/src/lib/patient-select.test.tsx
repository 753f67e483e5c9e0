import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patientSelect } from "./patient-select.ts";

const asked = vi.fn((event: Event) => event.preventDefault());

beforeEach(() => {
  window.addEventListener("submit", asked);
  render(
    <form>
      <select aria-label="State" {...patientSelect}>
        <option value="">All</option>
        <option value="LA">Louisiana</option>
        <option value="TX">Texas</option>
      </select>
      <button type="button">Next</button>
    </form>,
  );
});

afterEach(() => {
  window.removeEventListener("submit", asked);
  asked.mockClear();
  cleanup();
});

const field = () => screen.getByRole<HTMLSelectElement>("combobox");

/** What browsers do on an arrow key in a closed select; the simulated one does nothing. */
async function arrowTo(value: string) {
  await userEvent.keyboard("{ArrowDown}");
  field().value = value;
  field().dispatchEvent(new Event("change", { bubbles: true }));
}

it("asks at once after a choice with the pointer", async () => {
  await userEvent.selectOptions(field(), "LA");
  expect(asked).toHaveBeenCalledTimes(1);
});

it("waits while arrow keys pass over the options, until the next field", async () => {
  field().focus();
  await arrowTo("LA");
  await arrowTo("TX");
  expect(asked).not.toHaveBeenCalled();
  await userEvent.tab();
  expect(asked).toHaveBeenCalledTimes(1);
});

it("asks on Enter, once", async () => {
  field().focus();
  await arrowTo("LA");
  await userEvent.keyboard("{Enter}");
  await userEvent.tab();
  expect(asked).toHaveBeenCalledTimes(1);
});
