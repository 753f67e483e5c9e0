import { useDone } from "../../../components/admin/use-undo.ts";
import { call, useRefresh } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { SelectField, TextField } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm, useFormId } from "../../../kit/form/use-form.ts";

const schema = z.object({
  imageUrl: text({ required: "Please enter an image URL", max: 2000 }),
  credit: text({ max: 200 }),
  license: text({ max: 60 }),
  imageSource: z.string(),
});

const SOURCES = [
  { value: "custom", text: "Custom" },
  { value: "tourism", text: "Tourism" },
  { value: "stock", text: "Stock" },
  { value: "wikipedia", text: "Wikipedia" },
];

interface Props {
  city: { id: string; name: string; state: string; imageUrl: string | null };
  close: () => void;
}

/** A new picture for a town, fetched and stored with its source and credit. */
export function ImageForm({ city, close }: Props) {
  const refresh = useRefresh();
  const done = useDone();
  const form = useForm({
    id: useFormId("image"),
    schema,
    initial: { imageUrl: "", credit: "", license: "", imageSource: "custom" },
    submit: ({ imageUrl, credit, license, imageSource }) =>
      call("put", "/api/admin/cities/{id}/image", {
        path: { id: city.id },
        body: { imageUrl, credit: credit || null, license: license || null, imageSource },
      }),
    done: ({ entry }) => {
      done("City image updated", entry, `${city.name}, ${city.state}`);
      void refresh("/api/admin/");
      close();
    },
    failed: "Failed to update city image",
    draft: `admin-city-image-${city.id}`,
  });
  return (
    <Form form={form} className="mt-4 max-w-text" label={`Image of ${city.name}, ${city.state}`}>
      <TextField
        form={form}
        name="imageUrl"
        label="Image URL"
        hint="We download the picture and keep a copy."
        autoComplete="off"
      />
      <SelectField form={form} name="imageSource" label="Source" choices={SOURCES} />
      <TextField
        form={form}
        name="credit"
        label="Credit"
        hint="Who took it, shown next to it. If empty, we show the website's name."
        optional
        autoComplete="off"
      />
      <TextField
        form={form}
        name="license"
        label="License"
        hint="Such as CC BY 4.0."
        optional
        autoComplete="off"
      />
      <div className="mt-5 flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Saving...">
          Save
        </SubmitButton>
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Form>
  );
}
