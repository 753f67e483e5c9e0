/**
 * Drawing pictures. Against being recognized, some browsers don't tell a page what it has drawn: they make it stripes, noise or
 * white instead, and nothing fails.
 */

/** The picture in a file; null if the browser can't decode it. */
export async function bitmapOf(file: Blob): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file);
  } catch {
    return null;
  }
}

/** A picture on white: what is transparent would be black in a JPEG. */
export function draw(picture: ImageBitmap, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  const paper = canvas.getContext("2d");
  if (paper) {
    paper.fillStyle = "white";
    paper.fillRect(0, 0, width, height);
    paper.drawImage(picture, 0, 0, width, height);
  }
  return canvas;
}

/** A JPEG of what was drawn; null if the browser makes none. */
export async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  try {
    return await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/jpeg", 0.85));
  } catch {
    return null;
  }
}

/** Whether the browser tells what was drawn. */
export const isTold = (canvas: HTMLCanvasElement) => pixelsOf(canvas) !== null;

/** Whether the file shows what was drawn. */
export async function shows(file: Blob, canvas: HTMLCanvasElement): Promise<boolean> {
  const decoded = await bitmapOf(file);
  if (!decoded) return false;
  const [here, there] = [pixelsOf(canvas), pixelsOf(decoded)];
  decoded.close();
  if (!here || !there) return false;
  const off = here.reduce((sum, value, index) => sum + Math.abs(value - (there[index] ?? 0)), 0);
  return off / here.length <= SLACK;
}

/** In pixels. */
const SIDE = 8;
const CORNERS = [0, 1].flatMap((x) => [0, 1].map((y) => [x, y] as const));
/** A color that a guard makes only by telling the truth. */
const MARK = [31, 138, 76];
/** By how much of 255 a value may be off: JPEG blurs, and some browsers add noise that nobody sees. */
const SLACK = 32;

/** Pixels from four parts of a picture, as they are, below a row of the mark; null if the browser doesn't tell them. */
function pixelsOf(picture: ImageBitmap | HTMLCanvasElement): number[] | null {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [2 * SIDE, 2 * SIDE + 1];
  const paper = canvas.getContext("2d");
  if (!paper) return null;
  const from = (length: number, at: number) => Math.floor((length * (1 + 2 * at)) / 4);
  for (const [x, y] of CORNERS) {
    const [left, top] = [from(picture.width, x), from(picture.height, y)];
    paper.drawImage(picture, left, top, SIDE, SIDE, x * SIDE, y * SIDE + 1, SIDE, SIDE);
  }
  paper.fillStyle = `rgb(${MARK.join(", ")})`;
  paper.fillRect(0, 0, 2 * SIDE, 1);
  try {
    const values = Array.from(paper.getImageData(0, 0, 2 * SIDE, 2 * SIDE + 1).data);
    const row = values.slice(0, 4 * 2 * SIDE);
    const isMarked = row.every((value, at) => Math.abs(value - (MARK[at % 4] ?? value)) <= SLACK);
    return isMarked ? values : null;
  } catch {
    return null;
  }
}
