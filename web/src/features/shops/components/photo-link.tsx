import type { MouseEvent, ReactNode } from "react";
import { inTime } from "../../../api/limits.ts";
import type { Shop } from "../../../api/types.ts";

interface Props {
  shop: Shop;
  /** Which of its photos. */
  index: number;
  children: ReactNode;
}

/** A photo that opens over the page; without JavaScript, a link to its largest file. */
export function PhotoLink({ shop, index, children }: Props) {
  const { url, alt } = shop.photos[index] ?? {};
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || import.meta.env.SSR) return;
    event.preventDefault();
    inTime(import("./photo-viewer.tsx")).then(
      ({ viewPhotos }) => viewPhotos(shop, index),
      () => location.assign(url ?? ""),
    );
  };
  return (
    <a
      href={url}
      aria-label={`${alt || `Photo ${index + 1} of ${shop.name}`}, full size`}
      onClick={open}
    >
      {children}
    </a>
  );
}
