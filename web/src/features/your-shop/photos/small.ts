/** In pixels: a narrower photo is blurred across a phone's screen. */
const SMALL = 600;

interface Sized {
  width: number;
}

export const isSmall = ({ width }: Sized) => width < SMALL;

export const smallText = ({ width }: Sized) =>
  `This photo is only ${width} pixels wide, so it looks blurred on most screens. A larger one is better.`;
