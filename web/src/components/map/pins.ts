import type { Shop } from "../../api/types.ts";
import { type Point, pixelAt } from "./geometry.ts";

/** A shop with a location. */
export interface PlacedShop extends Shop {
  latitude: number;
  longitude: number;
}

/** A mark on the map: a shop, or several that would overlap. */
export interface Pin {
  /** The slug of its first shop, so it is stable as long as that shop comes first. */
  id: string;
  shops: readonly [PlacedShop, ...PlacedShop[]];
  /** Where its first shop is. */
  point: Point;
}

/** Pins with centers closer than this would overlap (pixels). */
export const PIN_DISTANCE = 34;

export function isPlaced(shop: Shop): shop is PlacedShop {
  return shop.latitude !== null && shop.longitude !== null;
}

export function pointOf({ longitude, latitude }: PlacedShop): Point {
  return [longitude, latitude];
}

/** Groups shops into pins that don't overlap at `zoom`. The first shop of each group determines its position. */
export function gatherPins(shops: readonly PlacedShop[], zoom: number): Pin[] {
  const heaps: { x: number; y: number; shops: [PlacedShop, ...PlacedShop[]] }[] = [];
  for (const shop of shops) {
    const { x, y } = pixelAt(pointOf(shop), zoom);
    const near = heaps.find((heap) => Math.hypot(heap.x - x, heap.y - y) < PIN_DISTANCE);
    if (near) near.shops.push(shop);
    else heaps.push({ x, y, shops: [shop] });
  }
  return heaps.map(({ shops: [first, ...rest] }) => ({
    id: first.slug,
    shops: [first, ...rest],
    // Not the average position, so that pins never move onto each other.
    point: pointOf(first),
  }));
}

/** A pin's label: a shop's name and state, or the number of shops. */
export function pinLabel({ shops }: Pin): string {
  const [first, ...rest] = shops;
  if (rest.length === 0) return `${first.name}, ${first.openState.label}`;
  return `${shops.length} coffee shops: ${shops.map(({ name }) => name).join(", ")}`;
}

export type Direction = "ArrowLeft" | "ArrowRight" | "ArrowUp" | "ArrowDown";

const TOWARD: Record<Direction, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function isDirection(key: string): key is Direction {
  return key in TOWARD;
}

/**
 * The next pin in an arrow key's direction: the nearest one on that side, with sideways distance counting double. Null
 * if there is none.
 */
export function nextPin(pins: readonly Pin[], from: Pin, key: Direction): Pin | null {
  const [dx, dy] = TOWARD[key];
  const start = pixelAt(from.point, 0);
  let best: Pin | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const pin of pins) {
    const { x, y } = pixelAt(pin.point, 0);
    const along = (x - start.x) * dx + (y - start.y) * dy;
    const aside = Math.abs((x - start.x) * dy) + Math.abs((y - start.y) * dx);
    const length = along + 2 * aside;
    if (along > 0 && aside <= 2 * along && length < least) [best, least] = [pin, length];
  }
  return best;
}
