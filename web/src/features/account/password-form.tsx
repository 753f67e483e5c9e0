import { call } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { lengthOf, z } from "../../kit/form/rules.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useToast } from "../../ui/toast.tsx";

/** As the server has it. */
const SHORTEST = 12;

const schema = z.object({
  current: z.string().check(z.minLength(1, "Enter your current password.")),
  password: z
    .string()
    .check(z.refine((text) => lengthOf(text) >= SHORTEST, `Use at least ${SHORTEST} characters.`)),
  username: z.string(),
});

/** Changes one's own password. */
export function PasswordForm({ name }: { name: string }) {
  const toast = useToast();
  const tell = useChanged();
  const form = useForm({
    id: "account-password",
    schema,
    initial: { current: "", password: "", username: name },
    submit: ({ current, password }) =>
      call("put", "/api/admin/account/password", { body: { current, password } }),
    done: () => {
      form.restart({ current: "", password: "", username: name });
      void tell("administrator");
      toast({ title: "Password changed", text: "Your other browsers were signed out." });
    },
    failed: "We couldn't change the password. Please try again.",
  });
  return (
    <section aria-labelledby="password-title">
      <h3 id="password-title" className="font-bold text-xl">
        Password
      </h3>
      <Form form={form} className="mt-3 grid max-w-md gap-5" label="Password">
        {/* For password managers. */}
        <input hidden autoComplete="username" {...form.hook.register("username")} />
        <TextField
          form={form}
          name="current"
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          form={form}
          name="password"
          label="New password"
          type="password"
          hint={`At least ${SHORTEST} characters; several words that don't belong together are best. Your other browsers are signed out.`}
          autoComplete="new-password"
        />
        <div>
          <SubmitButton form={form} busy="Changing..." className="button">
            Change password
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}
