import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { createRoot } from "react-dom/client";
import type { Photo, Shop } from "../../../api/types.ts";
import { PhotoCredit } from "../../../components/photo-credit.tsx";
import { Icon } from "../../../ui/icon.tsx";

/**
 * A shop's photos over the page, each as large as the screen. Loaded with the first press on one. The browser keeps the
 * focus inside and gives it back, and a swipe scrolls the strip.
 */
export function viewPhotos(shop: Shop, first: number) {
  const host = document.body.appendChild(document.createElement("div"));
  const root = createRoot(host);
  const end = () => {
    root.unmount();
    host.remove();
  };
  root.render(<PhotoViewer name={shop.name} photos={shop.photos} first={first} onEnd={end} />);
}

interface Props {
  name: string;
  photos: readonly Photo[];
  /** The one that was pressed. */
  first: number;
  onEnd: () => void;
}

export function PhotoViewer({ name, photos, first, onEnd }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const strip = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    dialog.current?.showModal();
    const list = strip.current;
    list?.scrollTo({ left: first * list.clientWidth, behavior: "instant" });
    // The page under it is another one.
    const close = () => dialog.current?.close();
    window.addEventListener("popstate", close);
    return () => window.removeEventListener("popstate", close);
  }, [first]);
  const step = (photos: number) =>
    strip.current?.scrollBy({ left: photos * strip.current.clientWidth });
  const press = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    step(by);
  };
  return (
    <dialog
      ref={dialog}
      className="viewer"
      aria-label={`Photos of ${name}`}
      onClose={onEnd}
      onKeyDown={press}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard */}
      <ul ref={strip} tabIndex={0}>
        {photos.map((photo, index) => (
          <li key={photo.url}>
            <figure>
              <img
                src={photo.url}
                srcSet={photo.srcset}
                sizes="100vw"
                alt={photo.alt ?? ""}
                width={photo.width}
                height={photo.height}
                loading={index === first ? "eager" : "lazy"}
              />
              <figcaption>
                <p>
                  {photos.length > 1 && `${index + 1} of ${photos.length}. `}
                  {photo.alt || name}
                </p>
                <PhotoCredit photo={photo} />
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      <p className="viewer-bar">
        {photos.length > 1 && (
          <>
            <button type="button" className="button" onClick={() => step(-1)}>
              Previous
            </button>
            <button type="button" className="button" onClick={() => step(1)}>
              Next
            </button>
          </>
        )}
        <button type="button" className="button" onClick={() => dialog.current?.close()}>
          <Icon name="close" className="size-5" />
          Close
        </button>
      </p>
    </dialog>
  );
}
