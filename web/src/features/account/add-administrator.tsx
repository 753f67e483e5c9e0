import { useEffect, useRef } from "react";
import { type Answer, call } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { email, text, z } from "../../kit/form/rules.ts";
import { useForm } from "../../kit/form/use-form.ts";

export type Made = Answer<"post", "/api/admin/administrators">;

const schema = z.object({
  name: text({ required: "Enter a name.", max: 60, label: "The name" }),
  email: email("Please enter a valid email address.", false),
});

/** Adds somebody, whose password the server makes. */
export function AddAdministrator({ done }: { done: (made: Made) => void }) {
  const form = useForm({
    id: "add-administrator",
    schema,
    initial: { name: "", email: "" },
    submit: (typed) =>
      call("post", "/api/admin/administrators", {
        body: { name: typed.name, ...(typed.email ? { email: typed.email } : {}) },
      }),
    done,
    failed: "We couldn't add the administrator. Please try again.",
    draft: "add-administrator",
  });
  return (
    <Form form={form} className="mt-8 grid max-w-md gap-5" label="Add an administrator">
      <h4 className="font-bold text-lg">Add an administrator</h4>
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="They sign in with it, and the log shows it."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        form={form}
        name="email"
        label="Email address"
        type="email"
        optional
        hint="For news about their access."
        autoComplete="off"
      />
      <div>
        <SubmitButton form={form} busy="Adding..." className="button">
          Add administrator
        </SubmitButton>
      </div>
    </Form>
  );
}

/** A password that is shown once. */
export function NewAccess({ made, done }: { made: Made; done: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="notice mt-8 max-w-text">
      <h4 ref={title} tabIndex={-1} className="wrap-anywhere font-bold text-lg">
        {`${made.name} was added`}
      </h4>
      <p className="mt-2">
        {"Give them this password; it's shown only now: "}
        <code className="wrap-anywhere font-semibold">{made.password}</code>
      </p>
      <p className="mt-2">They can change it on this page, and should add an app.</p>
      <button type="button" className="button mt-4" onClick={done}>
        Done
      </button>
    </div>
  );
}
