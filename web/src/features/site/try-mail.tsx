import { useState } from "react";
import { call } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { text, z } from "../../kit/form/rules.ts";
import { useForm, useFormId } from "../../kit/form/use-form.ts";
import { FileLines } from "./file-lines.tsx";

const schema = z.object({
  smtpUrl: text({ required: "The mail server is required.", max: 500 }),
  mailFrom: text({ required: "The sender is required.", max: 300 }),
  to: text({ required: "Your address is required.", max: 300 }),
});

interface Tried {
  text: string;
  lines: readonly (readonly [string, string])[];
}

/** Tries a mail server with a test letter, and shows the lines for the settings file. */
export function TryMail() {
  const [tried, setTried] = useState<Tried | null>(null);
  const form = useForm({
    id: useFormId("mail"),
    schema,
    initial: { smtpUrl: "", mailFrom: "", to: "" },
    submit: (body) => call("post", "/api/admin/first-start/try-mail", { body }),
    done: ({ text: said }, { smtpUrl, mailFrom, to }) =>
      setTried({
        text: said,
        lines: [
          ["smtp_url", smtpUrl],
          ["mail_from", mailFrom],
          ["support_email", to],
        ],
      }),
    failed: "The mail server couldn't be tried",
  });
  return (
    <Form form={form} label="Try the mail server">
      <TextField
        form={form}
        name="smtpUrl"
        label="Mail server"
        hint="Such as smtps://user:password@mail.example"
        autoComplete="off"
      />
      <TextField
        form={form}
        name="mailFrom"
        label="Sender"
        hint="Such as hello@your.domain"
        autoComplete="off"
      />
      <TextField form={form} name="to" label="Your address" type="email" autoComplete="email" />
      <SubmitButton form={form} busy="Sending...">
        Send a test letter
      </SubmitButton>
      <div role="status">{tried && <FileLines {...tried} />}</div>
    </Form>
  );
}
