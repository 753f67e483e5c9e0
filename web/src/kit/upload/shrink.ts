import { Problem } from "../api.ts";
import { bitmapOf, draw, jpegOf, shows } from "./canvas.ts";

/** The longest side of a photo that was scaled down. */
const LONGEST = 2560;
/** What the server decodes. A PNG may have 16 bits a color, which are twice as many bytes. */
const MOST_PIXELS = 40_000_000;
const MOST_PIXELS_OF_PNG = MOST_PIXELS / 2;
const LONGEST_SIDE = 30_000;

const cantShrink = (limit: number) =>
  `Your browser keeps this page from resizing the photo, which is too large as it is. Please choose one of up to ${Math.floor(limit / 1_000_000)} MB and ${MOST_PIXELS / 1_000_000} megapixels, or allow this site to use canvas data.`;

/**
 * A photo of at most `limit` bytes that the server can decode: a larger one is scaled down here. One that the browser can't decode
 * stays as it is, and so does one that the server may take where the browser guards what is drawn.
 */
export async function shrinkPhoto(file: File, limit: number): Promise<Blob> {
  const bitmap = await bitmapOf(file);
  if (!bitmap) return file;
  const { width, height } = bitmap;
  const longest = Math.max(width, height);
  const fits = (pixels: number) =>
    file.size <= limit && width * height <= pixels && longest <= LONGEST_SIDE;
  try {
    if (fits(file.type === "image/png" ? MOST_PIXELS_OF_PNG : MOST_PIXELS)) return file;
    for (const share of [1, 0.75, 0.5]) {
      const scale = Math.min(1, LONGEST / longest) * share;
      const scaled = (side: number) => Math.max(1, Math.round(side * scale));
      const canvas = draw(bitmap, scaled(width), scaled(height));
      const drawn = await jpegOf(canvas);
      if (!drawn || !(await shows(drawn, canvas))) {
        if (fits(MOST_PIXELS)) return file;
        throw new Problem(cantShrink(limit));
      }
      if (drawn.size <= limit) return drawn;
    }
    return file;
  } finally {
    bitmap.close();
  }
}
