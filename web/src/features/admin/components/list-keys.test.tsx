import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { ToastProvider } from "../../../ui/toast.tsx";
import { ListKeys } from "./list-keys.tsx";

afterEach(cleanup);

function List() {
  const [names, setNames] = useState(["One", "Two", "Three"]);
  const remove = (name: string) => setNames(names.filter((other) => other !== name));
  return (
    <QueryClientProvider client={new QueryClient()}>
      <ToastProvider>
        <ul>
          {names.map((name) => (
            <li key={name} data-item tabIndex={-1} aria-label={name}>
              <button type="button" data-key="a" onClick={() => remove(name)}>
                {`Approve ${name}`}
              </button>
            </li>
          ))}
        </ul>
        <ListKeys decides />
      </ToastProvider>
    </QueryClientProvider>
  );
}

const focused = () => document.activeElement?.getAttribute("aria-label");

it("after a decision, the focus goes to the item that takes the place", async () => {
  render(<List />);
  await userEvent.keyboard("jja");
  await waitFor(() => expect(focused()).toBe("Three"));
  await userEvent.click(screen.getByRole("button", { name: "Approve Three" }));
  await waitFor(() => expect(focused()).toBe("One"));
});
