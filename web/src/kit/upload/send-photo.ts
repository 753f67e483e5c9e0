import { sendFile } from "./send-file.ts";
import { shrinkPhoto } from "./shrink.ts";

/** The maximum size accepted by an upload URL, in bytes. */
const LARGEST_PHOTO = 5_242_880;

export interface Sending {
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

interface Sent {
  photoURL: string;
  /** Why it may not suit as the main photo. */
  hint: string | null;
}

/** Uploads a photo, scaled down if necessary, to the URL that `ask` gets. */
export async function sendPhoto(
  file: File,
  how: Sending,
  ask: () => Promise<{ uploadURL: string }>,
): Promise<Sent> {
  const photo = await shrinkPhoto(file, LARGEST_PHOTO);
  const { uploadURL } = await ask();
  return (await sendFile(uploadURL, photo, how)) as Sent;
}
