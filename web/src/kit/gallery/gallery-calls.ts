import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { renewPageOf } from "../../lib/offline/renew-page.ts";
import { type Answer, addressOf, call, useApi } from "../api.ts";
import { useChanged } from "../subjects.ts";

const PATH = "/api/your-shop/{slugOrId}/photos";

export type Gallery = Answer<"get", typeof PATH>;
export type GalleryPhoto = Gallery["photos"][number];

export function useGallery(slug: string) {
  return useApi(PATH, { path: { slugOrId: slug } });
}

/** Stores the gallery after a change, and refetches what depends on it. */
export function useGallerySaved(slug: string) {
  const client = useQueryClient();
  const tell = useChanged();
  return useCallback(
    (gallery: Gallery) => {
      client.setQueryData([addressOf(PATH, { path: { slugOrId: slug } })], gallery);
      void tell("shop");
      renewPageOf(slug);
    },
    [client, tell, slug],
  );
}

export const orderPhotos = (slug: string, ids: string[]) =>
  call("put", `${PATH}/order`, { path: { slugOrId: slug }, body: { ids } });

export const removePhoto = (slug: string, photo: string) =>
  call("delete", `${PATH}/{photo}`, { path: { slugOrId: slug, photo } });

export const cropPhoto = (slug: string, photo: string, crop: GalleryPhoto["crop"]) =>
  call("put", `${PATH}/{photo}/crop`, { path: { slugOrId: slug, photo }, body: { crop } });

/** The whole of a photo, which nobody but the shop's people gets. */
export const originalAddress = (slug: string, photo: string) =>
  addressOf(`${PATH}/{photo}/original`, { path: { slugOrId: slug, photo } });

export const describePhoto = (
  slug: string,
  photo: string,
  words: { alt: string; credit: string },
) =>
  call("patch", `${PATH}/{photo}`, {
    path: { slugOrId: slug, photo },
    body: { alt: words.alt, credit: words.credit || null },
  });
