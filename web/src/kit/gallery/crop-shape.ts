/** A part of a photo, in ten-thousandths of its width and height, as the server takes it. */
export interface Part {
  left: number;
  top: number;
  width: number;
  height: number;
}

export const WHOLE = 10_000;

/** What a part may be like. */
export interface Limits {
  /** Width by height in the same unit; `null`: any. */
  ratio: number | null;
  leastWidth: number;
  leastHeight: number;
}

const within = (value: number, least: number, most: number) =>
  Math.round(Math.min(Math.max(value, least), Math.max(least, most)));

/** The ratio of a shape in ten-thousandths, for a photo of this size in pixels. */
export const ratioIn = (shape: number, width: number, height: number) => (shape * height) / width;

/** The part shifted by these distances, as far as the photo goes. */
export function moved(part: Part, right: number, down: number): Part {
  return {
    ...part,
    left: within(part.left + right, 0, WHOLE - part.width),
    top: within(part.top + down, 0, WHOLE - part.height),
  };
}

/** The part with another size around the same corner: `fromRight` and `fromBottom` say which side moves. */
export function resized(
  part: Part,
  [right, down]: [number, number],
  corner: { fromLeft: boolean; fromTop: boolean },
  limits: Limits,
): Part {
  const { ratio, leastWidth, leastHeight } = limits;
  const { fromLeft, fromTop } = corner;
  const mostWidth = fromLeft ? part.left + part.width : WHOLE - part.left;
  const mostHeight = fromTop ? part.top + part.height : WHOLE - part.top;
  let width = within(part.width + (fromLeft ? -right : right), leastWidth, mostWidth);
  let height = within(part.height + (fromTop ? -down : down), leastHeight, mostHeight);
  if (ratio !== null) {
    // The side that was moved further decides, as far as both fit.
    const byWidth = Math.abs(right) >= Math.abs(down) ? width : height * ratio;
    width = within(byWidth, Math.max(leastWidth, leastHeight * ratio), mostWidth);
    if (width / ratio > mostHeight) width = Math.floor(mostHeight * ratio);
    height = Math.round(width / ratio);
  }
  return {
    left: fromLeft ? part.left + part.width - width : part.left,
    top: fromTop ? part.top + part.height - height : part.top,
    width,
    height,
  };
}

/** The part around the same middle, larger or smaller by a factor. */
export function scaled(part: Part, factor: number, limits: Limits): Part {
  const { ratio, leastWidth, leastHeight } = limits;
  let width = within(part.width * factor, leastWidth, WHOLE);
  let height = within(part.height * factor, leastHeight, WHOLE);
  if (ratio !== null) {
    width = within(width, leastHeight * ratio, Math.min(WHOLE, WHOLE * ratio));
    height = Math.round(width / ratio);
  }
  return moved(
    {
      left: Math.round(part.left + (part.width - width) / 2),
      top: Math.round(part.top + (part.height - height) / 2),
      width,
      height,
    },
    0,
    0,
  );
}

/** The largest part of this ratio around the middle of another one. */
export function shaped(part: Part, ratio: number | null): Part {
  if (ratio === null) return part;
  const width = Math.min(part.width, part.height * ratio);
  const [w, h] = [Math.round(width), Math.round(width / ratio)];
  return moved(
    {
      left: Math.round(part.left + (part.width - w) / 2),
      top: Math.round(part.top + (part.height - h) / 2),
      width: w,
      height: h,
    },
    0,
    0,
  );
}

export const isWhole = ({ width, height }: Part) => width === WHOLE && height === WHOLE;

/** "The whole photo", "80% of the width and 60% of the height, 10% from the left and 0% from the top" */
export function inWords(part: Part): string {
  if (isWhole(part)) return "the whole photo";
  const { left, top, width, height } = part;
  const share = (value: number) => `${Math.round(value / 100)}%`;
  return `${share(width)} of the width and ${share(height)} of the height, ${share(left)} from the left and ${share(top)} from the top`;
}
