import type { Shop } from "../../api/types.ts";
import { type Point, pixelAt } from "./geometry.ts";

/** A shop that has a place on the map. */
export interface PlacedShop extends Shop {
  latitude: number;
  longitude: number;
}

/** One mark on the map: a shop, or several that would lie on top of each other. */
export interface Pin {
  /** The slug of its first shop: stays the same while that shop leads the pin. */
  id: string;
  shops: readonly [PlacedShop, ...PlacedShop[]];
  /** Where its first shop is. */
  point: Point;
}

/** Pins whose middles are nearer than this would cover each other (pixels). */
export const PIN_DISTANCE = 34;

export function isPlaced(shop: Shop): shop is PlacedShop {
  return shop.latitude !== null && shop.longitude !== null;
}

export function pointOf({ longitude, latitude }: PlacedShop): Point {
  return [longitude, latitude];
}

/** Gathers shops into pins that do not cover each other at `zoom`. Earlier shops lead. */
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
    // Not the middle of all: so pins never move into each other.
    point: pointOf(first),
  }));
}

/** What a pin is called: a shop's name and state, or how many shops it stands for. */
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
 * The pin that an arrow key leads to: among those on that side, the nearest, where what lies aside counts double.
 * Null when there is none on that side.
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
