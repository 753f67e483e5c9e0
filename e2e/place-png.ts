import { crc32, deflateSync } from "node:zlib";

/** A PNG file that looks like a room: things in different colors, and light from one side. */
export function placePng(width: number, height: number): Buffer {
  let random = 12345;
  const next = (most: number) => {
    random = (random * 1103515245 + 12345) % 2147483648;
    return Math.floor((random / 2147483648) * most);
  };
  const things = Array.from({ length: 24 }, () => ({
    x: next(width),
    y: next(height),
    width: width / 12 + next(width / 5),
    height: height / 12 + next(height / 4),
    color: [next(256), next(256), next(256)],
  }));
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(1 + 3 * width);
    for (let x = 0; x < width; x++) {
      const thing = things.findLast(
        (it) => x >= it.x && x < it.x + it.width && y >= it.y && y < it.y + it.height,
      );
      const color = thing?.color ?? [190, 170, 140];
      const light = 0.55 + (0.45 * x) / width;
      color.forEach((value, channel) => {
        row[1 + 3 * x + channel] = Math.floor(value * light);
      });
    }
    return row;
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
