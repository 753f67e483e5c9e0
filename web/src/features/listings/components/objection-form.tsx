import { useState } from "react";
import type { components } from "../../../api/schema.gen.ts";
import { call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextArea } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import type { ListingBody } from "../listing.ts";

const schema = z.object({
  explanation: text({ required: "Please tell us why.", max: 500, label: "Explanation" }),
});

interface ObjectionFormProps {
  kind: components["schemas"]["RefusedAs"];
  listing: ListingBody;
}

/** Asks for a person's decision about a refused listing, which is sent along in full. */
export function ObjectionForm({ kind, listing }: ObjectionFormProps) {
  const [answer, setAnswer] = useState("");
  const form = useForm({
    id: `objection-${kind}`,
    schema,
    initial: { explanation: "" },
    submit: ({ explanation }) =>
      call("post", "/api/listing-objections", { body: { kind, listing, explanation } }),
    done: ({ message }) => setAnswer(message),
    failed: "Your objection could not be sent. Please try again.",
    draft: `objection-${kind}`,
  });
  return (
    <>
      <div role="status">{answer && <p className="mt-4 font-semibold text-green">{answer}</p>}</div>
      {!answer && (
        <Form form={form} label="Your objection">
          <TextArea
            form={form}
            name="explanation"
            label={
              kind === "chain" ? "Why isn't it a chain?" : "What makes it a different coffee shop?"
            }
            hint="A person reads this along with what you entered above."
            most={500}
          />
          <div className="mt-4">
            <SubmitButton form={form} busy="Sending..." className="button">
              Request a review
            </SubmitButton>
          </div>
        </Form>
      )}
    </>
  );
}
