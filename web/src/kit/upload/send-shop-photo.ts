import { call } from "../api.ts";
import { type Sending, sendPhoto } from "./send-photo.ts";

const PATH = "/api/your-shop/{slugOrId}/photos";

/** Uploads a photo of a shop and adds it after the others. The answer says why it may not suit as the main one. */
export async function sendShopPhoto(slug: string, file: File, how: Sending) {
  const path = { slugOrId: slug };
  const { signal } = how;
  const { photoURL, hint } = await sendPhoto(file, how, () =>
    call("post", `${PATH}/upload`, { path, signal }),
  );
  const after = await call("post", PATH, { path, body: { photoURL }, signal });
  return { ...after, hint };
}
