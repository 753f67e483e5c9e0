import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { shrinkPhoto } from "./shrink.ts";

const LIMIT = 5_242_880;

/** What a canvas shows, as one color. */
const shown = new WeakMap<HTMLCanvasElement, number[]>();
/** How a browser tells what was drawn, and what its JPEG of it shows. */
let tell: (color: number[]) => number[] = (color) => color;
let encode: (color: number[]) => number[] = (color) => color;
/** The sizes of all JPEG files. */
let encoded: string[] = [];

interface Picture {
  width: number;
  height: number;
  color: number[];
}

/** A file that decodes to a picture of this size. */
function photo(width: number, height: number, bytes: number, type = "image/jpeg"): File {
  const file = new File(["x"], "photo", { type });
  Object.defineProperty(file, "size", { value: bytes });
  pictures.set(file, { width, height, color: [200, 90, 30] });
  return file;
}

const pictures = new WeakMap<Blob, Picture>();

beforeEach(() => {
  tell = (color) => color;
  encode = (color) => color;
  encoded = [];
  vi.stubGlobal("createImageBitmap", (file: Blob) => {
    const picture = pictures.get(file);
    if (!picture) return Promise.reject(new Error("no picture"));
    return Promise.resolve({ ...picture, close: () => undefined });
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(paperOf as never);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(toBlob);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function toBlob(this: HTMLCanvasElement, done: BlobCallback) {
  const file = new Blob(["jpeg"], { type: "image/jpeg" });
  const color = encode(shown.get(this) ?? []);
  pictures.set(file, { width: this.width, height: this.height, color });
  encoded.push(`${this.width}x${this.height}`);
  done(file);
}

/** A context that draws one color, and below that the mark that a first row was filled with. */
function paperOf(this: HTMLCanvasElement) {
  let mark: number[] = [];
  const paper = {
    fillStyle: "",
    fillRect: () => {
      mark = paper.fillStyle.match(/\d+/g)?.map(Number) ?? [];
    },
    drawImage: (picture: HTMLCanvasElement | Picture) => {
      shown.set(this, "color" in picture ? picture.color : (shown.get(picture) ?? []));
    },
    getImageData: (_x: number, _y: number, width: number, height: number) => {
      const rest = Array.from({ length: width * (height - 1) }, () => shown.get(this) ?? []);
      const all = [...Array.from({ length: width }, () => mark), ...rest];
      return { data: all.flatMap((color) => [...tell(color), 255]) };
    },
  };
  return paper;
}

it.each([
  ["an ordinary photo", photo(4000, 3000, 4_000_000)],
  ["the largest that the server decodes", photo(8000, 5000, 5_000_000)],
  ["a drawing", photo(5000, 4000, 900_000, "image/png")],
  ["what the browser can't decode", new File(["x"], "photo.jpg", { type: "image/jpeg" })],
])("sends %s as it is", async (_, file) => {
  expect(await shrinkPhoto(file, LIMIT)).toBe(file);
  expect(encoded).toEqual([]);
});

it.each([
  ["48 megapixels in few bytes", photo(8064, 6048, 625_316), "2560x1920"],
  ["50 megapixels", photo(8165, 6124, 5_000_000, "image/webp"), "2560x1920"],
  ["108 megapixels", photo(9000, 12_000, 31_000_000), "1920x2560"],
  ["a PNG that may have 16 bits a color", photo(6000, 4000, 2_000_000, "image/png"), "2560x1707"],
  ["many bytes", photo(4000, 3000, 9_000_000), "2560x1920"],
  ["a side that no decoder takes", photo(40_000, 300, 2_000_000), "2560x19"],
])("scales down %s", async (_, file, size) => {
  const sent = await shrinkPhoto(file, LIMIT);
  expect(sent).not.toBe(file);
  expect(sent.type).toBe("image/jpeg");
  expect(encoded).toEqual([size]);
});

const STRIPES = [120, 7, 240];

it.each([
  ["stripes", () => ({ tell: () => STRIPES, encode: () => STRIPES })],
  ["white", () => ({ tell: () => [255, 255, 255], encode: () => [255, 255, 255] })],
  ["stripes in files alone", () => ({ tell: (color: number[]) => color, encode: () => STRIPES })],
])("doesn't send %s for a photo, and says what to do", async (_, guard) => {
  ({ tell, encode } = guard());
  const large = shrinkPhoto(photo(8064, 6048, 625_316), LIMIT);
  await expect(large).rejects.toThrow(/keeps this page from resizing.*5 MB and 40 megapixels/);
  const png = photo(6000, 4000, 2_000_000, "image/png");
  expect(await shrinkPhoto(png, LIMIT)).toBe(png);
});

it("takes a little noise for what was drawn", async () => {
  tell = (color) => color.map((value) => value + 2);
  const file = photo(8064, 6048, 625_316);
  expect(await shrinkPhoto(file, LIMIT)).not.toBe(file);
});

it("says so where the browser makes no file", async () => {
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((done) => done(null));
  await expect(shrinkPhoto(photo(8064, 6048, 9_000_000), LIMIT)).rejects.toThrow(/canvas data/);
});
