import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import PeoplePanel from "../../features/shops/people/people-panel.tsx";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { text, z } from "../../kit/form/rules.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { ToastProvider } from "../../ui/toast.tsx";
import { OwnerGate } from "./owner-gate.tsx";

const schema = z.object({ name: text() });

function ShopForm() {
  const form = useForm({
    id: "shop",
    schema,
    initial: { name: "" },
    submit: () => Promise.resolve(),
    failed: "",
    draft: "shop",
  });
  return (
    <Form form={form}>
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <SubmitButton form={form} busy="">
        Save
      </SubmitButton>
    </Form>
  );
}

let person: string;
let client: QueryClient;

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  client = new QueryClient();
  vi.stubGlobal("fetch", () =>
    Promise.resolve(
      Response.json({
        isAdmin: false,
        person: { id: person, email: `${person}@shop.example`, name: person, until: null },
        shops: [{ id: "s1", slug: "blue-door", name: "Blue Door", role: "owner", story: null }],
      }),
    ),
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** As after signing in in place, once a session has ended. */
const signIn = async (id: string) => {
  person = id;
  await act(() => client.invalidateQueries());
};
const field = () => screen.findByRole<HTMLInputElement>("textbox", { name: /^(Name|What makes)/ });

it.each([
  [
    "an owner's screens",
    <OwnerGate key="gate" fallback={(form) => form}>
      {() => <ShopForm />}
    </OwnerGate>,
  ],
  [
    "the story on a shop's page",
    <PeoplePanel
      key="people"
      shop={{ id: "s1", name: "Blue Door", slug: "blue-door", permanentlyClosed: false }}
    />,
  ],
])("%s keep what was typed for the person who typed it", async (_, screenOf) => {
  person = "ann";
  render(
    <QueryClientProvider client={client}>
      <ToastProvider>{screenOf}</ToastProvider>
    </QueryClientProvider>,
  );
  await userEvent.type(await field(), "Ann's words");
  await signIn("bob");
  await waitFor(async () => expect((await field()).value).toBe(""));
  await userEvent.type(await field(), "Bob's");
  await signIn("ann");
  await waitFor(async () => expect((await field()).value).toBe("Ann's words"));
});
