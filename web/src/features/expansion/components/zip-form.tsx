import { call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { CheckboxField, TextField } from "../../../kit/form/inputs.tsx";
import { text, z, zip } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useToast } from "../../../ui/toast.tsx";
import { servicesText } from "./words.ts";

const schema = z.object({
  zipCode: z.pipe(
    text({ required: "Please enter a ZIP code" }),
    zip("Please enter a valid ZIP code (e.g., 71301 or 71301-1234)"),
  ),
  trial: z.boolean(),
});

/** Starts a run. It goes on if the page is left. */
export function ZipForm({ services }: { services: string[] }) {
  const tell = useChanged();
  const toast = useToast();
  const form = useForm({
    id: "zip-expansion",
    schema,
    initial: { zipCode: "", trial: false },
    submit: (body) => call("post", "/api/admin/zip-expansion", { body }),
    done: (answer) => {
      if ("message" in answer) toast({ title: answer.message });
      void tell("run", "shop", "city");
    },
    refused: () => {
      void tell("run");
      return false;
    },
    failed: "Failed to process ZIP code",
    failedTitle: "ZIP",
  });
  return (
    <Form form={form} className="max-w-text" label="Expand a ZIP code">
      <p>
        Finds independent coffee shops around a ZIP code and adds up to five new ones to its town.
        Chains and shops already in the directory are skipped. A town that is new gets its page and
        its best-breakfast and best-coffee pages.
      </p>
      <p className="mt-2 text-soft">{`${servicesText(services)} This takes 30 to 60 seconds.`}</p>
      <TextField
        form={form}
        name="zipCode"
        label="ZIP code"
        inputMode="numeric"
        autoComplete="off"
        hint="For example 71301"
      />
      <CheckboxField
        form={form}
        name="trial"
        label="Only show what would be added"
        hint="Nothing is added to the directory."
      />
      <div className="mt-4">
        <SubmitButton form={form} busy="Processing...">
          Expand ZIP Code
        </SubmitButton>
      </div>
    </Form>
  );
}
