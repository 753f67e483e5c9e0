import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { historyAddress, undoEdit, yourShopAddress } from "../../../api/your-shop.ts";
import { type Answer, addressOf, call, useApi, useRefresh } from "../../../kit/api.ts";
import { sendFile } from "../../../kit/upload/send-file.ts";
import { shrinkPhoto } from "../../../kit/upload/shrink.ts";
import { renewPageOf } from "../use-your-shop.ts";

const PATH = "/api/your-shop/{slugOrId}/photos";
/** The maximum size accepted by an upload URL, in bytes. */
const LARGEST_PHOTO = 5_242_880;

export type Gallery = Answer<"get", typeof PATH>;
export type GalleryPhoto = Gallery["photos"][number];

export function useGallery(slug: string) {
  return useApi(PATH, { path: { slugOrId: slug } });
}

/** Stores the gallery after a change, and refetches what depends on it. */
export function useGallerySaved(slug: string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  return useCallback(
    (gallery: Gallery) => {
      client.setQueryData([addressOf(PATH, { path: { slugOrId: slug } })], gallery);
      void client.invalidateQueries({ queryKey: [yourShopAddress(slug)], exact: true });
      void refresh(historyAddress(slug), "/api/coffee-shops/", "/api/cities/");
      renewPageOf(slug);
    },
    [client, refresh, slug],
  );
}

interface Sending {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** Uploads a photo, scaled down if necessary, and adds it after the others. */
export async function sendPhoto(slug: string, file: File, { signal, onProgress }: Sending) {
  const photo = await shrinkPhoto(file, LARGEST_PHOTO);
  const path = { slugOrId: slug };
  const { uploadURL } = await call("post", `${PATH}/upload`, { path, signal });
  const sent = (await sendFile(uploadURL, photo, { signal, onProgress })) as { photoURL: string };
  return call("post", PATH, { path, body: { photoURL: sent.photoURL }, signal });
}

export const orderPhotos = (slug: string, ids: string[]) =>
  call("put", `${PATH}/order`, { path: { slugOrId: slug }, body: { ids } });

export const removePhoto = (slug: string, photo: string) =>
  call("delete", `${PATH}/{photo}`, { path: { slugOrId: slug, photo } });

export const describePhoto = (
  slug: string,
  photo: string,
  words: { alt: string; credit: string },
) =>
  call("patch", `${PATH}/{photo}`, {
    path: { slugOrId: slug, photo },
    body: { alt: words.alt, credit: words.credit || null },
  });

export const undoPhotos = undoEdit;
