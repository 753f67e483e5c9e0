import type { YourShop } from "../../../api/your-shop.ts";
import { useRefresh } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { FileField } from "../../../kit/upload/file-field.tsx";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useSaved } from "../use-your-shop.ts";
import {
  type Gallery,
  sendPhoto,
  undoPhotos,
  useGallery,
  useGallerySaved,
} from "./gallery-calls.ts";
import { PhotoSheet } from "./photo-sheet.tsx";

/** The shop's photos: adding, ordering, describing and removing them. */
export function PhotosPanel({ shop: { slug } }: { shop: YourShop }) {
  const gallery = useGallery(slug);
  const saved = useSaved(slug);
  const refresh = useRefresh();
  const toast = useToast();
  const undo = useAction((entry: string) => undoPhotos(slug, entry), {
    done: (shop) => {
      saved(shop);
      void refresh(`/api/your-shop/${slug}/photos`);
      toast({ title: "Undone", text: "Your change was undone." });
    },
    failed: { title: "Not undone", text: "It couldn't be undone. Please try again." },
  });
  return (
    <section
      id="photos"
      aria-labelledby="photos-title"
      className="card card-text mt-5 scroll-mt-28"
    >
      <h2 id="photos-title" className="font-bold text-xl">
        Photos
      </h2>
      <Async result={gallery} what="your photos">
        {(shown) => <Photos slug={slug} gallery={shown} undo={(entry) => void undo.start(entry)} />}
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
  return (
    <>
      <p className="text-soft">
        {`${photos.length} of ${most}. The first one is shown at the top of your page and in lists.`}
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
        hint="JPEG, PNG or WebP. Choose, drop or paste them. Photos over 5 MB are resized first."
        camera="Take a photo"
        send={(file, how) => sendPhoto(slug, file, how)}
        done={saved}
      />
    </>
  );
}
