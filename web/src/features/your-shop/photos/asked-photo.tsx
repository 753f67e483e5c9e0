import { useState } from "react";
import {
  describePhoto,
  type Gallery,
  type GalleryPhoto,
} from "../../../kit/gallery/gallery-calls.ts";
import { useAction } from "../../../kit/use-action.ts";
import { PhotoWords } from "./photo-words.tsx";
import { isSmall, smallText } from "./small.ts";

interface Props {
  slug: string;
  photo: GalleryPhoto;
  number: number;
  saved: (gallery: Gallery) => void;
  close: () => void;
}

/** Asks what a photo that was just added shows; "decorative" comes first, because it takes one press. */
export function AskedPhoto({ slug, photo, number, saved, close }: Props) {
  const [isOpen, setOpen] = useState(false);
  const decorate = useAction(
    () => describePhoto(slug, photo.id, { alt: "", credit: photo.credit ?? "" }),
    {
      done: (gallery) => {
        saved(gallery);
        close();
      },
      failed: { title: "Couldn't save the description", text: "Please try again." },
    },
  );
  return (
    <fieldset className="form-note mt-4">
      <legend className="float-left w-full font-semibold">{`What does photo ${number} show?`}</legend>
      {isSmall(photo) && <p className="clear-both">{smallText(photo)}</p>}
      <p className="clear-both">
        A description is read aloud to people who can't see the photo. It isn't needed if the photo
        only decorates the page.
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-small"
          aria-disabled={decorate.busy}
          onClick={() => decorate.start(undefined)}
        >
          It's decorative
        </button>
        <button type="button" className="button button-small" onClick={() => setOpen(true)}>
          Write a description
        </button>
        <button type="button" className="text-button" onClick={close}>
          Later
        </button>
      </p>
      {isOpen && (
        <PhotoWords
          slug={slug}
          photo={photo}
          name={`Photo ${number}`}
          saved={saved}
          close={() => setOpen(false)}
        />
      )}
    </fieldset>
  );
}
