import { encode } from "uqr";

/** The standard's quiet zone on each side, which cameras need (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code for SVG: a square of `size` modules including the quiet zone, and the outline of the dark ones. */
export interface Code {
  size: number;
  path: string;
}

/** A URL's code, with as much error correction as fits its size. */
export function drawCode(address: string): Code {
  const { data, size } = encode(address, { border: QUIET, ecc: "L", boostEcc: true });
  return { size, path: data.map(rowPath).join("") };
}

/** Adjacent modules of a row as one piece: a third of the elements, and no hairlines between them. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = "";
  let start = -1;
  for (let x = 0; x <= row.length; x += 1) {
    const isDark = row[x] === true;
    if (isDark && start < 0) start = x;
    if (isDark || start < 0) continue;
    path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    start = -1;
  }
  return path;
}
