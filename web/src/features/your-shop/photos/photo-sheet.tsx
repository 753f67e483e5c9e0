import { lazy, Suspense, useEffect, useRef, useState } from "react";
import {
  type Gallery,
  type GalleryPhoto,
  orderPhotos,
  removePhoto,
  useGallerySaved,
} from "../../../kit/gallery/gallery-calls.ts";
import { useAction } from "../../../kit/use-action.ts";
import { LIST } from "../../../ui/list-role.ts";
import { useToast } from "../../../ui/toast.tsx";
import { moved } from "./order.ts";
import { PhotoWords } from "./photo-words.tsx";
import { isSmall } from "./small.ts";

const PhotoCrop = lazy(async () => {
  const loaded = await import("../../../kit/gallery/photo-crop.tsx");
  return { default: loaded.PhotoCrop };
});

interface SheetProps {
  slug: string;
  gallery: Gallery;
  undo: (entry: string) => void;
}

/** The photos in order, as on a contact sheet. Dragging is optional: the buttons do the same. */
export function PhotoSheet({ slug, gallery, undo }: SheetProps) {
  const { photos } = gallery;
  const saved = useGallerySaved(slug);
  const toast = useToast();
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<string | null>(null);
  const [described, setDescribed] = useState<string | null>(null);
  const [cropped, setCropped] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const pressed = useRef<{ id: string; action: string } | null>(null);
  const order = useAction(({ ids }: { ids: string[]; id: string }) => orderPhotos(slug, ids), {
    done: (after, { id }) => {
      saved(after);
      const before = photos.findIndex((photo) => photo.id === id) + 1;
      const place = after.photos.findIndex((photo) => photo.id === id) + 1;
      setSaid(`Photo ${before} is now ${place} of ${after.photos.length}.`);
    },
    failed: { title: "Couldn't move the photos", text: "Please try again." },
  });
  const remove = useAction((id: string) => removePhoto(slug, id), {
    done: (after, id) => {
      // The removed photo's button had the focus; the next photo's gets it, or the last one's.
      const place = photos.findIndex((photo) => photo.id === id);
      const next = photos[place + 1] ?? photos[place - 1];
      if (next) pressed.current = { id: next.id, action: "remove" };
      saved(after);
      const { entry } = after;
      toast({
        title: "Photo removed",
        text: "It's no longer on the page.",
        ...(entry ? { action: { text: "Undo", run: () => undo(entry) } } : {}),
      });
    },
    failed: { title: "Couldn't remove the photo", text: "Please try again." },
  });
  // A moved photo takes its buttons along; the pressed one keeps the focus.
  useEffect(() => {
    const last = pressed.current;
    if (!last || photos.length === 0) return;
    pressed.current = null;
    const selector = `[data-photo="${last.id}"] [data-action="${last.action}"]`;
    list.current?.querySelector<HTMLElement>(selector)?.focus();
  }, [photos]);

  const move = (from: number, to: number, action?: string) => {
    const id = photos[from]?.id;
    const after = moved(photos, from, to);
    if (!id || after === photos) return;
    if (action) pressed.current = { id, action };
    void order.start({ ids: after.map((photo) => photo.id), id });
  };
  const open = photos.findIndex(({ id }) => id === described);
  const openPhoto = photos[open];
  const cut = photos.findIndex(({ id }) => id === cropped);
  const cutPhoto = photos[cut];
  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol {...LIST} ref={list} className="contact-sheet">
        {photos.map((photo, index) => (
          <SheetPhoto
            key={photo.id}
            photo={photo}
            index={index}
            count={photos.length}
            isBusy={order.busy || remove.busyWith(photo.id)}
            isDragged={dragged === photo.id}
            onMove={(to, action) => move(index, to, action)}
            onDescribe={() => setDescribed(photo.id)}
            onCrop={() => setCropped(photo.id)}
            onRemove={() => remove.start(photo.id)}
            onDrag={setDragged}
            onDrop={() => {
              const from = photos.findIndex(({ id }) => id === dragged);
              if (from >= 0) move(from, index);
              setDragged(null);
            }}
          />
        ))}
      </ol>
      {openPhoto && (
        <PhotoWords
          slug={slug}
          photo={openPhoto}
          name={`Photo ${open + 1}`}
          saved={saved}
          close={() => setDescribed(null)}
        />
      )}
      {cutPhoto && (
        <Suspense fallback={null}>
          <PhotoCrop
            slug={slug}
            photo={cutPhoto}
            name={`Photo ${cut + 1}`}
            saved={(after) => {
              // The part is another photo, in the same place.
              const next = after.photos[cut];
              if (next) pressed.current = { id: next.id, action: "crop" };
              saved(after);
            }}
            done={(entry) =>
              toast({
                title: "Photo cropped",
                text: "The original is kept. You can choose another part at any time.",
                action: { text: "Undo", run: () => undo(entry) },
              })
            }
            close={() => setCropped(null)}
          />
        </Suspense>
      )}
    </>
  );
}

interface SheetPhotoProps {
  photo: GalleryPhoto;
  index: number;
  count: number;
  isBusy: boolean;
  isDragged: boolean;
  onMove: (to: number, action: string) => void;
  onDescribe: () => void;
  onCrop: () => void;
  onRemove: () => void;
  onDrag: (id: string | null) => void;
  onDrop: () => void;
}

function SheetPhoto(props: SheetPhotoProps) {
  const { photo, index, count, isBusy, isDragged, onDrag, onDrop } = props;
  const name = `photo ${index + 1}`;
  const button = (action: string, text: string, press: () => void, isOff = false) => (
    <button
      type="button"
      className="text-button"
      data-action={action}
      aria-disabled={isBusy || isOff}
      onClick={() => {
        if (!isBusy && !isOff) press();
      }}
    >
      {text}
      <span className="sr-only">{` ${name}`}</span>
    </button>
  );
  return (
    <li
      data-photo={photo.id}
      className={isDragged ? "sheet-photo sheet-photo-dragged" : "sheet-photo"}
      draggable={count > 1}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        onDrag(photo.id);
      }}
      onDragEnd={() => onDrag(null)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <div className="sheet-picture">
        <img
          src={photo.url}
          srcSet={photo.srcset}
          sizes="(min-width: 40rem) 20rem, 92vw"
          width={photo.width}
          height={photo.height}
          alt={photo.alt || `Your ${name}`}
          loading="lazy"
          decoding="async"
          draggable={false}
        />
        <span className="sheet-number" aria-hidden="true">
          {index + 1}
        </span>
      </div>
      <p className="mt-2 text-[0.9375rem]">
        {photo.alt === null ? (
          <span className="badge badge-amber">No description yet</span>
        ) : (
          <span className={photo.alt ? "" : "text-soft"}>{photo.alt || "Decorative"}</span>
        )}
        {isSmall(photo) && (
          <span className="badge badge-amber ml-2">{`${photo.width} pixels wide`}</span>
        )}
        {photo.credit && <span className="block text-soft">{photo.credit}</span>}
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4">
        {button("first", "Make it first", () => props.onMove(0, "first"), index === 0)}
        {button("earlier", "Earlier", () => props.onMove(index - 1, "earlier"), index === 0)}
        {button("later", "Later", () => props.onMove(index + 1, "later"), index === count - 1)}
        {button("words", "Describe", props.onDescribe)}
        {button("crop", "Crop", props.onCrop)}
        {button("remove", "Remove", props.onRemove)}
      </p>
    </li>
  );
}
