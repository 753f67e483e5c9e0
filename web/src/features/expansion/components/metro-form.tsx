import { call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { SelectField } from "../../../kit/form/inputs.tsx";
import { z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useToast } from "../../../ui/toast.tsx";
import { servicesText } from "./words.ts";

const schema = z.object({ areas: z.enum(["5", "10", "25", "50"]) });

/** Starts a run over the next areas. It goes on if the page is left. */
export function MetroForm({ services }: { services: string[] }) {
  const tell = useChanged();
  const toast = useToast();
  const form = useForm({
    id: "metro-expansion",
    schema,
    initial: { areas: "5" as z.output<typeof schema>["areas"] },
    submit: ({ areas }) =>
      call("post", "/api/admin/expansion/run", { body: { areasToProcess: Number(areas) } }),
    done: (answer) => {
      if ("message" in answer)
        toast({ title: answer.message || "Every metro area is done already" });
      void tell("run", "shop", "city");
    },
    refused: () => {
      void tell("run");
      return false;
    },
    failed: "Failed to start expansion process",
    failedTitle: "Expansion Failed",
  });
  return (
    <Form form={form} className="mt-6 max-w-text" label="Expand metro areas">
      <p>
        Processes the next metro areas that aren’t done, the largest first, together with the
        smaller towns nearby. Each town gets up to five new independent coffee shops. Chains and
        shops already in the directory are skipped.
      </p>
      <p className="mt-2 text-soft">
        {`${servicesText(services)} A town takes 5 to 60 seconds, so five areas take some minutes.`}
      </p>
      <SelectField
        form={form}
        name="areas"
        label="Areas to process"
        choices={["5", "10", "25", "50"].map((count) => ({
          value: count,
          text: `${count} areas`,
        }))}
      />
      <div className="mt-4">
        <SubmitButton form={form} busy="Processing...">
          Start Expansion
        </SubmitButton>
      </div>
    </Form>
  );
}
