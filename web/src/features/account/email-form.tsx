import { call } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { email, z } from "../../kit/form/rules.ts";
import { useForm } from "../../kit/form/use-form.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useToast } from "../../ui/toast.tsx";

const schema = z.object({ email: email("Please enter a valid email address.", false) });

/** Where news about one's own access goes. */
export function EmailForm({ email: current }: { email: string | null }) {
  const toast = useToast();
  const tell = useChanged();
  const form = useForm({
    id: "account-email",
    schema,
    initial: { email: current ?? "" },
    submit: (typed) =>
      call("put", "/api/admin/account/email", { body: { email: typed.email || null } }),
    done: (answer) => {
      void tell("administrator");
      toast({ title: answer.email ? "Email address saved" : "Email address removed" });
    },
    failed: "We couldn't save the address. Please try again.",
  });
  return (
    <Form form={form} className="mt-3 max-w-md" label="Email address">
      <TextField
        form={form}
        name="email"
        label="Email address"
        type="email"
        optional
        hint="We write there when you sign in from a new browser, and when your password, app or address changes."
        autoComplete="email"
      />
      <div className="mt-4">
        <SubmitButton form={form} busy="Saving..." className="button">
          Save address
        </SubmitButton>
      </div>
    </Form>
  );
}
