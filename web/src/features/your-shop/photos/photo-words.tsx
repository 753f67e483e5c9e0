import { Dialog } from "../../../kit/dialog.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import {
  describePhoto,
  type Gallery,
  type GalleryPhoto,
} from "../../../kit/gallery/gallery-calls.ts";
import { useToast } from "../../../ui/toast.tsx";

const words = z.object({ alt: text({ max: 200 }), credit: text({ max: 100 }) });

interface Props {
  slug: string;
  photo: GalleryPhoto;
  /** "Photo 3" */
  name: string;
  saved: (gallery: Gallery) => void;
  close: () => void;
}

/** A photo's alt text and credit. */
export function PhotoWords({ slug, photo, name, saved, close }: Props) {
  const toast = useToast();
  const form = useForm({
    id: "photo-words",
    schema: words,
    initial: { alt: photo.alt ?? "", credit: photo.credit ?? "" },
    submit: (sent) => describePhoto(slug, photo.id, sent),
    done: (gallery, _, isMore) => {
      saved(gallery);
      toast({ title: "Saved" });
      if (!isMore) close();
    },
    failed: "The description couldn't be saved. Please try again.",
    draft: `photo-words-${photo.id}`,
  });
  return (
    // What was typed is kept for the next time: on a phone, a touch beside the dialog closes it.
    <Dialog open title={`Description of ${name.toLowerCase()}`} onClose={close}>
      <img
        className="mt-4 max-h-60 w-full rounded object-contain"
        src={photo.url}
        srcSet={photo.srcset}
        sizes="30rem"
        alt=""
        width={photo.width}
        height={photo.height}
      />
      <Form form={form}>
        <TextArea
          form={form}
          name="alt"
          label="Description (alt text)"
          hint="Read aloud to people who can't see the photo. Leave it empty if the photo is decorative."
          rows={3}
          most={200}
          optional
        />
        <TextField
          form={form}
          name="credit"
          label="Credit"
          hint="Who took it, if not you. Shown next to the photo."
          autoComplete="off"
          optional
        />
        <p className="mt-5">
          <SubmitButton form={form} busy="Saving...">
            Save
          </SubmitButton>
        </p>
      </Form>
    </Dialog>
  );
}
