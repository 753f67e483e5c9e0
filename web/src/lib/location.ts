import { call } from "../api/client.ts";
import { inTime, LOCATION, Unanswered } from "../api/limits.ts";

/**
 * A location rounded to about a hundred yards: precise enough to say which shop is nearest, and no more precise than
 * necessary.
 */
export interface Place {
  lat: number;
  lon: number;
  /** The device has just reported it; otherwise it is remembered or guessed, and may be wrong. */
  told?: boolean;
}

/** How long the device may take to find its location, and how old a cached one may be (ms). */
const OPTIONS = { timeout: 10_000, maximumAge: 600_000 };

/** The last location that was granted, stored only on this device. */
const KEPT_AT = "place";

/**
 * Asks the device for its location; the browser asks the user first, unless they have already agreed. A question that is left open
 * counts as no answer.
 */
export function locate(): Promise<Place> {
  const asking = new Promise<Place>((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const place = { lat: rounded(coords.latitude), lon: rounded(coords.longitude) };
        keep(place);
        resolve({ ...place, told: true });
      },
      reject,
      OPTIONS,
    );
  });
  return inTime(asking, LOCATION);
}

/** Whether the location can be read without asking anyone. */
export async function isLocationGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}

/**
 * The visitor's location, without a prompt unless `mayAsk` (decision D21): the device's if already granted, else the
 * one stored last time, else our server's guess from the IP address. Rejects if there is none.
 */
export async function findVisitor(mayAsk: boolean): Promise<Place> {
  const here = mayAsk || (await isLocationGranted()) ? await locate().catch(() => null) : null;
  return here ?? kept() ?? guess();
}

const AGAIN = "Please try again, or type a town.";

/** The message when the device doesn't provide its location. */
export function refusalOf(error: unknown) {
  const isRefused = (error as GeolocationPositionError | null)?.code === 1;
  const hint = error instanceof Unanswered ? "Please type a town or ZIP code." : AGAIN;
  return {
    title: "We couldn't find your location",
    text: isRefused
      ? "Location access is blocked. Allow it in your browser settings, or type a town."
      : hint,
    destructive: true,
  };
}

/** The visitor's likely location without the device's help: the one stored last time, else our server's guess. */
export function placeWithoutDevice(): Promise<Place> {
  const place = kept();
  return place ? Promise.resolve(place) : guess();
}

async function guess(): Promise<Place> {
  const found = await call("get", "/api/geo/locate");
  if (!found) throw new Error("no guess");
  return { lat: rounded(found.latitude), lon: rounded(found.longitude) };
}

function kept(): Place | null {
  try {
    const { lat, lon } = JSON.parse(localStorage.getItem(KEPT_AT) ?? "");
    return { lat: rounded(lat), lon: rounded(lon) };
  } catch {
    return null;
  }
}

function keep(place: Place) {
  try {
    localStorage.setItem(KEPT_AT, JSON.stringify(place));
  } catch {
    // Storage is full or off: the device is asked again next time.
  }
}

function rounded(degrees: number): number {
  return +degrees.toFixed(3);
}
