import { useState } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { type Gallery, useGallery, useGallerySaved } from "../../../kit/gallery/gallery-calls.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { FileField } from "../../../kit/upload/file-field.tsx";
import { sendShopPhoto } from "../../../kit/upload/send-shop-photo.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useUndo } from "../use-shop-form.ts";
import { AskedPhoto } from "./asked-photo.tsx";
import { PhotoSheet } from "./photo-sheet.tsx";

/** The shop's photos: adding, ordering, describing and removing them. */
export function PhotosPanel({ shop: { slug } }: { shop: YourShop }) {
  const gallery = useGallery(slug);
  const undo = useUndo(slug);
  return (
    <section
      id="photos"
      aria-labelledby="photos-title"
      className="card card-text mt-5 scroll-mt-28"
    >
      <h2 id="photos-title" className="font-bold text-xl">
        Photos
      </h2>
      <Async result={gallery} what="the photos">
        {(shown) => <Photos slug={slug} gallery={shown} undo={(entry) => void undo(entry)} />}
      </Async>
    </section>
  );
}

interface PhotosProps {
  slug: string;
  gallery: Gallery;
  undo: (entry: string) => void;
}

function Photos({ slug, gallery, undo }: PhotosProps) {
  const { photos, most } = gallery;
  const saved = useGallerySaved(slug);
  const toast = useToast();
  // Those that were just added, to be described one after the other.
  const [added, setNew] = useState<string[]>([]);
  const asked = photos.find(({ id, alt }) => added.includes(id) && alt === null);
  return (
    <>
      <p className="text-soft">
        {`${photos.length} of ${most}. The first one is shown at the top of the page and in lists.`}
      </p>
      {photos.length === 0 ? (
        <Empty>Until you add a photo, visitors see a drawing of a storefront.</Empty>
      ) : (
        <PhotoSheet slug={slug} gallery={gallery} undo={undo} />
      )}
      {photos.length >= most && (
        <p className="form-note">{`A shop has up to ${most} photos. Remove one to add another.`}</p>
      )}
      <FileField
        label="Add photos"
        hint="JPEG, PNG or WebP. Choose, drop or paste them. Large photos are resized first."
        camera="Take a photo"
        send={(file, how) => sendShopPhoto(slug, file, how)}
        done={({ hint, ...after }) => {
          saved(after);
          if (hint) toast({ title: "Photo added", text: hint });
          const added = after.photos.at(-1);
          if (added?.alt === null) setNew((before) => [...before, added.id]);
        }}
      />
      {asked && (
        <AskedPhoto
          key={asked.id}
          slug={slug}
          photo={asked}
          number={photos.indexOf(asked) + 1}
          saved={saved}
          close={() => setNew((before) => before.filter((id) => id !== asked.id))}
        />
      )}
    </>
  );
}
