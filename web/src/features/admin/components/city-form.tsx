import { useDone } from "../../../components/admin/use-undo.ts";
import { type Answer, call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm, useFormId } from "../../../kit/form/use-form.ts";
import { MergeNotice } from "../../../kit/merge/merge-notice.tsx";
import { Undecided, useMerge, type Version } from "../../../kit/merge/use-merge.ts";
import { useChanged } from "../../../kit/subjects.ts";

type City = Answer<"get", "/api/admin/cities">["cities"][number];

const schema = z.object({
  name: text({ required: "Name is required", max: 120 }),
  description: text({ max: 2000 }),
  fallbackColor: text({ max: 32 }),
});

type Values = z.infer<typeof schema>;

const LABELS: Record<keyof Values, string> = {
  description: "Description",
  fallbackColor: "Color",
  name: "Name",
};

const versionOf = (city: Pick<City, keyof Values | "version">): Version<Values> => ({
  fields: {
    name: city.name,
    description: city.description ?? "",
    fallbackColor: city.fallbackColor ?? "",
  },
  version: city.version,
});

interface Props {
  city: City;
  /** Hides the form; a form that always stands there has nothing to close. */
  close?: () => void;
}

/** A town's text, color and name. */
export function CityForm({ city, close }: Props) {
  const tell = useChanged();
  const done = useDone();
  const merge = useMerge({
    versionOf,
    save: (fields: Partial<Values>, { version }) =>
      call("put", "/api/admin/cities/{id}", {
        path: { id: city.id },
        body: { ...fields, version },
      }),
  });
  const form = useForm({
    id: useFormId("city"),
    schema,
    initial: versionOf(city).fields,
    base: versionOf(city),
    submit: (values, base) => merge.run(base as Version<Values>, values),
    done: (answer, _, isMore) => {
      const { fields, version } = versionOf(answer);
      form.restart(fields, { fields, version });
      done(answer.entry ? "City updated" : "Nothing was changed", answer.entry);
      void tell(`city:${city.id}`);
      if (!isMore) close?.();
    },
    restarted: merge.forget,
    refused: (error) => error instanceof Undecided,
    failed: "Failed to update city description",
    draft: `admin-city-${city.id}`,
  });
  const cancel = () => {
    form.startOver();
    close?.();
  };
  return (
    <Form form={form} className="mt-4 max-w-text" label={`${city.name}, ${city.state}`}>
      <TextArea form={form} name="description" label="Description" optional most={2000} />
      <TextField
        form={form}
        name="fallbackColor"
        label="Color"
        hint="Used when there's no picture, such as hsl(210, 40%, 30%)."
        optional
        autoComplete="off"
      />
      <TextField
        form={form}
        name="name"
        label="Name"
        hint="Renaming changes the URL; the old one redirects."
        autoComplete="off"
      />
      <MergeNotice
        what="city"
        collision={merge.collision}
        choose={merge.choose}
        labelOf={(field) => LABELS[field]}
        textOf={(field, of) => of[field] ?? ""}
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Saving...">
          Save
        </SubmitButton>
        {close && (
          <button type="button" className="button" onClick={cancel}>
            Cancel
          </button>
        )}
      </div>
    </Form>
  );
}
