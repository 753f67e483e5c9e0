import type { ReactNode } from "react";
import { useDone } from "../../../components/admin/use-undo.ts";
import { type Answer, call } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextArea } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { FileField } from "../../../kit/upload/file-field.tsx";
import { sendPhoto } from "../../../kit/upload/send-photo.ts";
import { useAction } from "../../../kit/use-action.ts";

const PATH = "/api/admin/local-vibes/{id}/photo";
type Changed = Answer<"put", typeof PATH>;
type Photo = NonNullable<Changed["photo"]>;

interface Props {
  /** ID of the story. */
  id: string;
  shop: { name: string; slug: string };
  photo: Photo | null;
}

/** The photo of a published story. Each change shows at once, and can be undone. */
export function StoryPhoto({ id, shop, photo }: Props) {
  const done = useDone();
  const tell = useChanged();
  const path = { id };
  const changed = (title: string) => (answer: Changed & { hint?: string | null }) => {
    done(title, answer.entry, answer.hint ?? shop.name);
    void tell(`story:${id}`);
  };
  const remove = useAction(() => call("delete", PATH, { path }), {
    done: changed("Photo removed"),
    failed: { title: "Couldn't remove the photo", text: "Please try again." },
  });
  return (
    <section aria-labelledby="story-photo-title" className="mt-8 max-w-text">
      <h4 id="story-photo-title" className="mb-3 font-bold text-lg">
        Photo of the story
      </h4>
      {photo && (
        <>
          <img
            src={photo.url}
            srcSet={photo.srcset}
            sizes="(min-width: 40rem) 30rem, 92vw"
            width={photo.width}
            height={photo.height}
            alt={photo.alt || `The story of ${shop.name}`}
            className="aspect-[16/10] w-full max-w-[30rem] rounded object-cover"
          />
          {photo.credit && <p className="mt-1 text-[0.875rem] text-soft">{photo.credit}</p>}
          <Words key={photo.url} id={id} photo={photo} saved={changed("Description saved")}>
            <button
              type="button"
              className="button"
              aria-disabled={remove.busy}
              onClick={() => void remove.start(undefined)}
            >
              Remove photo
            </button>
          </Words>
        </>
      )}
      <FileField
        key={photo?.url}
        label={photo ? "Another photo" : "Photo"}
        hint={photo ? "It replaces this one at once." : "Appears with the story at once."}
        multiple={false}
        send={async (file, how) => {
          const { signal } = how;
          const { photoURL, hint } = await sendPhoto(file, how, () =>
            call("post", "/api/admin/local-vibes/upload", { signal }),
          );
          const after = await call("put", PATH, { path, body: { photoURL }, signal });
          return { ...after, hint };
        }}
        done={changed(photo ? "Photo replaced" : "Photo added")}
      />
    </section>
  );
}

const words = z.object({ alt: text({ max: 200 }) });

interface WordsProps {
  id: string;
  photo: Photo;
  saved: (answer: Changed) => void;
  children: ReactNode;
}

function Words({ id, photo, saved, children }: WordsProps) {
  const form = useForm({
    id: "story-photo",
    schema: words,
    initial: { alt: photo.alt ?? "" },
    submit: ({ alt }) => call("put", PATH, { path: { id }, body: { alt } }),
    done: saved,
    failed: "The description couldn't be saved. Please try again.",
    draft: `admin-story-photo-${photo.url}`,
  });
  return (
    <Form form={form} label="Photo of the story">
      <TextArea
        form={form}
        name="alt"
        label="Description (alt text)"
        hint="Read aloud to people who can't see the photo. Leave it empty if the photo is decorative."
        rows={2}
        most={200}
        optional
      />
      <div className="mt-4 mb-6 flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Saving...">
          Save description
        </SubmitButton>
        {children}
      </div>
    </Form>
  );
}
