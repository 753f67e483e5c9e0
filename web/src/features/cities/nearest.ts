import { call } from "../../api/client.ts";
import type { Shop } from "../../api/types.ts";
import { distanceText } from "../../lib/formats.ts";
import { locate, type Place, placeWithoutDevice, refusalOf } from "../../lib/location.ts";
import type { ToastMessage } from "../../ui/toast.tsx";
import type { TownFilter } from "./town-filters.ts";

/** Sorts a town's shops by their distance from the visitor. Loaded with the first press; the place stays here. */

/** As many as a page has. */
const MOST = 48;

const EARTH_RADIUS_MILES = 3959;

interface Nearest {
  shops: Shop[];
  /** Says that the place isn't the device's. */
  message?: ToastMessage;
}

/** Rejects with a message. */
export async function nearestToMe(
  slug: string,
  query: Record<TownFilter, boolean>,
): Promise<Nearest> {
  let message: ToastMessage | undefined;
  const place = await locate().catch(async (error: unknown) => {
    message = refusalOf(error);
    const known = await placeWithoutDevice().catch(() => Promise.reject(message));
    message.title = "Showing distances from your last known location";
    return known;
  });
  const asked = Object.entries(query).filter(([, isOn]) => isOn);
  const list = await call("get", "/api/cities/{slug}/coffee-shops", {
    path: { slug },
    query: Object.fromEntries(asked),
  }).catch(() => {
    throw { title: "Couldn't load the coffee shops", text: "Please try again.", destructive: true };
  });
  return {
    shops: nearestFirst("items" in list ? list.items : list, place),
    ...(message && { message }),
  };
}

/** Shops without a place come last. */
export function nearestFirst(shops: readonly Shop[], place: Place): Shop[] {
  return shops
    .map((shop) => ({ shop, miles: milesTo(shop, place) }))
    .sort((one, other) => one.miles - other.miles)
    .slice(0, MOST)
    .map(({ shop, miles }) => ({
      ...shop,
      distance: Number.isFinite(miles) ? distanceText(miles) : null,
    }));
}

function milesTo({ latitude, longitude }: Shop, { lat, lon }: Place): number {
  if (latitude === null || longitude === null) return Number.POSITIVE_INFINITY;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const half = (difference: number) => Math.sin(radians(difference) / 2) ** 2;
  const chord =
    half(latitude - lat) +
    Math.cos(radians(lat)) * Math.cos(radians(latitude)) * half(longitude - lon);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.sqrt(chord));
}
