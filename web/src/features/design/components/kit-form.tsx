import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import {
  CheckboxField,
  RadioField,
  SelectField,
  TextArea,
  TextField,
} from "../../../kit/form/inputs.tsx";
import { email, text, z, zip } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { HoursField, weekRule } from "../../../kit/hours/hours-field.tsx";
import { emptyWeek } from "../../../kit/hours/week.ts";
import { MarkdownField } from "../../../kit/markdown/markdown-field.tsx";
import { useToast } from "../../../ui/toast.tsx";

const schema = z.object({
  name: text({ required: "Name is required" }),
  zipCode: zip("Please enter a valid ZIP code (e.g., 71301 or 71301-1234)"),
  ownerEmail: email("Valid email is required"),
  description: text({ max: 120 }),
  parking: z.string(),
  role: z.string(),
  agreed: z.boolean().check(z.refine((agreed) => agreed, "Please confirm that it is independent.")),
  hours: weekRule(),
  content: text(),
});

const YES_OR_NO = [
  { value: "yes", text: "Yes" },
  { value: "no", text: "No" },
  { value: "", text: "I don't know" },
];

/** Every kind of field. Submitting the empty form shows the errors. */
export function KitForm({ id }: { id: string }) {
  const toast = useToast();
  const form = useForm({
    id,
    schema,
    initial: {
      name: "",
      zipCode: "",
      ownerEmail: "",
      description: "",
      parking: "",
      role: "owner",
      agreed: false,
      hours: emptyWeek(),
      content: "## Our street\n\nWhat *stands* here is read by the server.",
    },
    submit: (values) => new Promise<typeof values>((done) => setTimeout(() => done(values), 800)),
    done: ({ hours }) => toast({ title: "Sent", text: hours || "Without hours" }),
    failed: "Please try again.",
    draft: id,
  });
  return (
    <Form form={form} className="max-w-text">
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="As it appears on your sign."
        autoComplete="section-shop organization"
      />
      <TextField
        form={form}
        name="zipCode"
        label="ZIP code"
        inputMode="numeric"
        autoComplete="section-shop postal-code"
      />
      <TextField
        form={form}
        name="ownerEmail"
        label="Email address"
        type="email"
        autoComplete="section-owner email"
      />
      <TextArea form={form} name="description" label="Description" optional most={120} />
      <RadioField form={form} name="parking" label="Parking" optional choices={YES_OR_NO} />
      <SelectField
        form={form}
        name="role"
        label="Your role"
        choices={[
          { value: "owner", text: "Owner" },
          { value: "manager", text: "Manager" },
        ]}
      />
      <HoursField form={form} name="hours" label="Opening hours" optional />
      <MarkdownField
        form={form}
        name="content"
        label="Text"
        optional
        rows={8}
        preview={(written) => Promise.resolve(`<p>${written.replace(/[<&]/g, " ")}</p>`)}
      />
      <CheckboxField form={form} name="agreed" label="This is an independent coffee shop" />
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <SubmitButton form={form} busy="Listing...">
          List Coffee Shop (Free)
        </SubmitButton>
      </div>
    </Form>
  );
}
