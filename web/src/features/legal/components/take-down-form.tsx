import { useState } from "react";
import { call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { SelectField, TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { email, text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";

const REASONS = [
  { value: "not_a_coffee_shop", text: "It's not a coffee shop, or it's a chain" },
  { value: "closed", text: "It's closed" },
  { value: "i_am_the_owner", text: "I own it and don't want it listed" },
  { value: "photo", text: "A photo that shouldn't be shown" },
  { value: "personal_data", text: "Personal data" },
  { value: "other", text: "Something else" },
] as const;

const schema = z.object({
  shop: text({ required: "Please tell us which page this is about.", max: 300, label: "Page" }),
  reason: z.enum(REASONS.map(({ value }) => value)),
  details: text({
    required: "Please tell us what should be taken down and why.",
    max: 1000,
    label: "Details",
  }),
  name: text({ max: 120, label: "Name" }),
  email: email("Valid email is required"),
});

/** Requests a take-down. A person reads it and answers. */
export function TakeDownForm() {
  const [answer, setAnswer] = useState("");
  const form = useForm({
    id: "take-down",
    schema,
    initial: { shop: "", reason: "other" as const, details: "", name: "", email: "" },
    submit: (body) => call("post", "/api/takedown-requests", { body }),
    done: ({ message }) => {
      setAnswer(message);
      form.startOver();
    },
    failed: "Your request couldn't be sent. Please try again.",
    draft: "take-down",
  });
  return (
    <section aria-labelledby="take-down-title" className="mt-12 max-w-text">
      <h2 id="take-down-title" className="ruled font-bold text-2xl">
        Take something down
      </h2>
      <p className="mt-3 text-soft">
        A listing, a photo or text about you that shouldn't be here. A person reads every request
        and replies by email.
      </p>
      <div role="status">{answer && <p className="mt-4 font-semibold text-green">{answer}</p>}</div>
      <Form form={form} label="Take something down">
        <TextField
          form={form}
          name="shop"
          label="Page"
          hint="The page's URL, such as https://…/coffee-shops/…, or the coffee shop's name and town."
          autoComplete="off"
        />
        <SelectField form={form} name="reason" label="Reason" choices={REASONS} />
        <TextArea
          form={form}
          name="details"
          label="What should be taken down, and why"
          most={1000}
        />
        <TextField form={form} name="name" label="Your name" optional autoComplete="name" />
        <TextField
          form={form}
          name="email"
          label="Your email"
          type="email"
          hint="Only so we can reply."
          autoComplete="email"
        />
        <div className="mt-6">
          <SubmitButton form={form} busy="Sending...">
            Send the request
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
