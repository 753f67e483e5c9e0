import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../api/client.ts";
import { SignInAgain } from "../session.tsx";
import { Form, SubmitButton } from "./form.tsx";
import { TextArea, TextField } from "./inputs.tsx";
import { email, text, z } from "./rules.ts";
import { Trap } from "./trap.tsx";
import { useForm } from "./use-form.ts";

const schema = z.object({
  name: text({ required: "Name is required" }),
  ownerEmail: email("Valid email is required"),
  about: text({ max: 5 }),
  password: text(),
  leftEmpty: z.string(),
});
const initial = { name: "", ownerEmail: "", about: "", password: "", leftEmpty: "" };

const submit = vi.fn<(values: typeof initial) => Promise<string>>();
const done = vi.fn<(answer: string, sent: unknown, isMore: boolean) => void>();

/** `saved`: what the server made of it comes back into the form. */
function Listing({ saved }: { saved?: Partial<typeof initial> }) {
  const form = useForm({
    id: "list",
    schema,
    initial,
    submit: (values) => submit(values),
    done: (answer, sent, isMore) => {
      done(answer, sent, isMore);
      if (saved) form.restart({ ...initial, ...saved });
    },
    failed: "Failed to list coffee shop. Please try again.",
    draft: "list",
    secret: ["password"],
  });
  return (
    <Form form={form}>
      <TextField form={form} name="name" label="Name" autoComplete="off" hint="As on the sign." />
      <TextField form={form} name="ownerEmail" label="E-mail" type="email" autoComplete="email" />
      <TextArea form={form} name="about" label="About" optional most={5} />
      <TextField form={form} name="password" label="Password" type="password" autoComplete="off" />
      <Trap {...form.hook.register("leftEmpty")} />
      <SubmitButton form={form} busy="Listing...">
        List Coffee Shop (Free)
      </SubmitButton>
    </Form>
  );
}

const show = () => render(<Listing />);
const field = (name: RegExp) => screen.getByRole("textbox", { name });
const press = () => userEvent.click(screen.getByRole("button", { name: /^List/ }));
const refusal = (status: number, body: object) => new ApiError(status, "", JSON.stringify(body));

async function fillIn() {
  await userEvent.type(field(/^Name/), "  The Copper Kettle ");
  await userEvent.type(field(/^E-mail/), "ann@shop.example");
}

beforeEach(() => {
  sessionStorage.clear();
  document.title = "List your shop";
});

afterEach(() => {
  cleanup();
  submit.mockReset();
  done.mockReset();
});

it("sends what the schema makes of the text, once, and says so meanwhile", async () => {
  let finish: (answer: string) => void = () => undefined;
  submit.mockReturnValue(new Promise((resolve) => (finish = resolve)));
  show();
  await fillIn();
  await press();
  const button = screen.getByRole("button", { name: "Listing..." });
  expect(button.getAttribute("aria-disabled")).toBe("true");
  await userEvent.click(button);
  expect(submit).toHaveBeenCalledExactlyOnceWith({
    ...initial,
    name: "The Copper Kettle",
    ownerEmail: "ann@shop.example",
  });
  finish("slug");
  await waitFor(() => expect(done.mock.calls[0]?.[0]).toBe("slug"));
  expect(screen.getByRole("button", { name: "List Coffee Shop (Free)" })).toBeTruthy();
});

it("takes over what was typed before its script ran", async () => {
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(<Listing />);
  container.querySelector<HTMLInputElement>('[name="name"]')?.setAttribute("value", "Blue Door");
  render(<Listing />, { container, hydrate: true });
  await waitFor(() => expect(field(/^Name/)).toHaveProperty("value", "Blue Door"));
});

it("says required and optional in words, and ties hint and mistake to the field", async () => {
  show();
  expect(screen.getByLabelText(/^About/).closest(".field-block")?.textContent).toContain(
    "optional",
  );
  await userEvent.type(field(/^E-mail/), "ann@shop.example");
  await press();
  const name = screen.getByRole("textbox", { name: "Name required" });
  const described = (name.getAttribute("aria-describedby") ?? "").split(" ");
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    "As on the sign.",
    "Error: Name is required",
  ]);
  expect(name.getAttribute("aria-invalid")).toBe("true");
  expect(submit).not.toHaveBeenCalled();
});

it("gives the focus to the only mistake, and drops the message as soon as it is mended", async () => {
  show();
  await userEvent.type(field(/^E-mail/), "ann@shop.example");
  await press();
  expect(document.activeElement).toBe(field(/^Name/));
  expect(screen.queryByText("There is a problem")).toBeNull();
  await userEvent.type(field(/^Name/), "A");
  expect(screen.queryByText("Name is required")).toBeNull();
});

it("lists several mistakes as links, in the order of the fields, with the focus on the list", async () => {
  show();
  await userEvent.type(screen.getByLabelText(/^About/), "too long");
  await press();
  const group = screen.getByRole("group", { name: "There is a problem" });
  expect(document.activeElement).toBe(group);
  expect(document.title).toBe("Error: List your shop");
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.textContent)).toEqual([
    "Name is required",
    "Valid email is required",
    "Please use 5 characters or fewer.",
  ]);
  await userEvent.click(screen.getByRole("link", { name: "Valid email is required" }));
  expect(document.activeElement).toBe(field(/^E-mail/));
  await fillIn();
  expect(document.title).toBe("Error: List your shop");
  await userEvent.clear(screen.getByLabelText(/^About/));
  expect(document.title).toBe("List your shop");
});

it("puts the server's words beside their fields and keeps the text", async () => {
  submit.mockRejectedValue(
    refusal(422, {
      message: "Two things are wrong.",
      fields: [
        { field: "name", message: "This is a chain." },
        { field: "ownerEmail", message: "This address bounces." },
      ],
    }),
  );
  show();
  await fillIn();
  await press();
  expect(await screen.findByRole("link", { name: "This is a chain." })).toBeTruthy();
  expect(field(/^Name/)).toHaveProperty("value", "  The Copper Kettle ");
  expect(field(/^E-mail/).getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(field(/^E-mail/), "x");
  expect(field(/^E-mail/).getAttribute("aria-invalid")).toBe("false");
});

it("gives the focus to the one field that the server names", async () => {
  submit.mockRejectedValue(refusal(400, { message: "This is a chain.", field: "name" }));
  show();
  await fillIn();
  await press();
  await waitFor(() => expect(document.activeElement).toBe(field(/^Name/)));
});

it("says what failed as a whole, with the number of the request where the fault is ours", async () => {
  submit.mockRejectedValueOnce(refusal(500, { message: "Our mistake.", requestId: "r-7" }));
  submit.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  submit.mockRejectedValueOnce(refusal(400, { message: "No such town.", field: "cityId" }));
  show();
  await fillIn();
  await press();
  const alert = screen.getByRole("alert");
  await waitFor(() => expect(alert.textContent).toMatch(/Our mistake\..*r-7/));
  await press();
  await waitFor(() =>
    expect(alert.textContent).toBe("Failed to list coffee shop. Please try again."),
  );
  await press();
  await waitFor(() => expect(alert.textContent).toBe("No such town."));
});

it("offers to send it anyway when a program has filled in the trap", async () => {
  submit.mockRejectedValueOnce(
    refusal(400, { message: "Nothing was sent yet.", code: "filled_by_program" }),
  );
  submit.mockResolvedValueOnce("slug");
  show();
  await fillIn();
  fireEvent.change(screen.getByLabelText("Leave this empty"), { target: { value: "Blue Door" } });
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("Blue Door");
  await press();
  const alert = screen.getByRole("alert");
  await waitFor(() => expect(alert.textContent).toContain("Nothing was sent yet."));
  await userEvent.click(screen.getByRole("button", { name: "Send it anyway" }));
  await waitFor(() => expect(done.mock.calls[0]?.[0]).toBe("slug"));
  expect(submit.mock.calls.map(([{ leftEmpty }]) => leftEmpty)).toEqual(["Blue Door", ""]);
  expect(screen.queryByRole("button", { name: "Send it anyway" })).toBeNull();
});

it("keeps what is typed over a reload, without secrets, until it is sent", async () => {
  submit.mockResolvedValue("slug");
  const { unmount } = show();
  await fillIn();
  await userEvent.type(screen.getByLabelText(/^Password/), "s3cret");
  expect(JSON.stringify({ ...sessionStorage })).not.toContain("s3cret");
  unmount();
  show();
  expect(field(/^Name/)).toHaveProperty("value", "  The Copper Kettle ");
  expect(screen.getByText(/We kept what you typed/)).toBeTruthy();
  await press();
  await waitFor(() => expect(done).toHaveBeenCalled());
  expect(sessionStorage).toHaveLength(0);
});

it("starts over when it is asked to", async () => {
  const from = { name: "", ownerEmail: "", about: "", password: "" };
  const values = { name: "Old", unknown: 1, about: 7 };
  sessionStorage.setItem("draft:list", JSON.stringify({ values, from, signOuts: 0 }));
  show();
  expect(field(/^Name/)).toHaveProperty("value", "Old");
  expect(screen.getByLabelText(/^About/)).toHaveProperty("value", "");
  await userEvent.click(screen.getByRole("button", { name: "Start over" }));
  expect(field(/^Name/)).toHaveProperty("value", "");
  expect(sessionStorage.getItem("draft:list")).toBeNull();
});

it("takes a broken draft for none", () => {
  sessionStorage.setItem("draft:list", "{");
  show();
  expect(field(/^Name/)).toHaveProperty("value", "");
  expect(screen.queryByText(/We kept what you typed/)).toBeNull();
});

it("keeps what is typed while it is being saved, although the saved values come back", async () => {
  let answer: (slug: string) => void = () => undefined;
  submit.mockReturnValueOnce(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  render(<Listing saved={{ name: "Blue Door" }} />);
  await fillIn();
  await press();
  const name = field(/^Name/) as HTMLInputElement;
  await userEvent.type(name, " and Bakery");
  const typed = name.value;
  answer("slug");
  await waitFor(() => expect(done.mock.calls[0]?.[2]).toBe(true));
  expect(name.value).toBe(typed);
});

it("repeats nothing with the rights of somebody else who signs in", async () => {
  submit.mockRejectedValueOnce(refusal(401, { message: "Please sign in." }));
  render(
    <SignInAgain
      signIn={(finished) => (
        <button type="button" onClick={() => finished(false)}>
          Sign in
        </button>
      )}
    >
      <Listing />
    </SignInAgain>,
  );
  await fillIn();
  await press();
  await userEvent.click(await screen.findByRole("button", { name: "Sign in" }));
  expect(await screen.findByText("Please sign in.")).toBeTruthy();
  expect(submit).toHaveBeenCalledTimes(1);
});

it("lets a person whose session has ended sign in and goes on", async () => {
  submit.mockRejectedValueOnce(refusal(401, { message: "Please sign in." }));
  submit.mockResolvedValueOnce("slug");
  render(
    <SignInAgain
      signIn={(finished) => (
        <button type="button" onClick={() => finished()}>
          Sign in
        </button>
      )}
    >
      <Listing />
    </SignInAgain>,
  );
  await fillIn();
  await press();
  expect(await screen.findByRole("dialog", { name: "Please sign in again" })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
  await waitFor(() => expect(done.mock.calls[0]?.[0]).toBe("slug"));
  expect(submit).toHaveBeenCalledTimes(2);
});

it("says so when nobody signs in again, and keeps the text", async () => {
  submit.mockRejectedValue(refusal(401, { message: "Please sign in." }));
  render(
    <SignInAgain signIn={() => null}>
      <Listing />
    </SignInAgain>,
  );
  await fillIn();
  await press();
  await screen.findByRole("dialog");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(await screen.findByText("Please sign in.")).toBeTruthy();
  expect(field(/^Name/)).toHaveProperty("value", "  The Copper Kettle ");
  expect(submit).toHaveBeenCalledTimes(1);
});
