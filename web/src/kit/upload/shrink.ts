/** The longest side of a photo to upload. */
const LONGEST = 2560;

/**
 * A photo of at most `limit` bytes: a larger one is scaled down here. A photo that the browser can't decode stays as it
 * is.
 */
export async function shrinkPhoto(file: File, limit: number): Promise<Blob> {
  if (file.size <= limit) return file;
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) return file;
  for (const share of [1, 0.75, 0.5]) {
    const longest = Math.max(bitmap.width, bitmap.height);
    const scale = Math.min(1, LONGEST / longest) * share;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    const paper = canvas.getContext("2d");
    if (paper) {
      // JPEG has no transparency, and without this it would be black.
      paper.fillStyle = "white";
      paper.fillRect(0, 0, canvas.width, canvas.height);
      paper.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    }
    const drawn = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    if (drawn && drawn.size <= limit) return drawn;
  }
  return file;
}
