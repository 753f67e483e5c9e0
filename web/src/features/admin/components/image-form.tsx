import { useDone } from "../../../components/admin/use-undo.ts";
import { call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { SelectField, TextField } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm, useFormId } from "../../../kit/form/use-form.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { FileField } from "../../../kit/upload/file-field.tsx";
import { sendPhoto } from "../../../kit/upload/send-photo.ts";
import { useAction } from "../../../kit/use-action.ts";

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
  city: { id: string; name: string; state: string; photos: readonly unknown[] };
  /** Hides the form; a form that always stands there has nothing to close. */
  close?: () => void;
}

/** A new picture for a town, fetched and stored with its source and credit. */
export function ImageForm({ city, close }: Props) {
  const tell = useChanged();
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
    done: ({ entry }, _, isMore) => {
      done("City image updated", entry, `${city.name}, ${city.state}`);
      void tell(`city:${city.id}`);
      if (!isMore) close?.();
    },
    failed: "Failed to update city image",
    draft: `admin-city-image-${city.id}`,
  });
  const path = { id: city.id };
  const isShown = city.photos.length > 0;
  const remove = useAction(() => call("delete", "/api/admin/cities/{id}/image", { path }), {
    done: ({ entry }) => {
      done("City image removed", entry, `${city.name}, ${city.state}`);
      void tell(`city:${city.id}`);
      close?.();
    },
    failed: { title: "Couldn't remove the image", text: "Please try again." },
  });
  const cancel = () => {
    form.startOver();
    close?.();
  };
  return (
    <Form form={form} className="mt-4 max-w-text" label={`Image of ${city.name}, ${city.state}`}>
      <FileField
        label="Upload a photo"
        hint="JPEG, PNG or WebP. It replaces the image at once, with the source and credit below."
        multiple={false}
        send={async (file, how) => {
          const { signal } = how;
          const { photoURL, hint } = await sendPhoto(file, how, () =>
            call("post", "/api/admin/cities/upload", { signal }),
          );
          const { credit, license, imageSource } = form.hook.getValues();
          const body = {
            photoURL,
            credit: credit || null,
            license: license || null,
            imageSource,
          };
          const after = await call("put", "/api/admin/cities/{id}/image", { path, body, signal });
          return { ...after, hint };
        }}
        done={({ entry, hint }) => {
          done("City image updated", entry, hint ?? `${city.name}, ${city.state}`);
          void tell(`city:${city.id}`);
          close?.();
        }}
      />
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
        {close && (
          <button type="button" className="button" onClick={cancel}>
            Cancel
          </button>
        )}
        {isShown && (
          <button
            type="button"
            className="button button-danger"
            aria-disabled={remove.busy}
            onClick={() => void remove.start(undefined)}
          >
            Remove image
          </button>
        )}
      </div>
    </Form>
  );
}
