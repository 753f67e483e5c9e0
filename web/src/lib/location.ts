/** A place rounded to about a hundred yards: near enough to say which shop is next, and no more than is needed. */
export interface Place {
  lat: number;
  lon: number;
  /** The device has just said so; otherwise it is remembered or guessed, and may be wrong. */
  told?: boolean;
}

/** How long the device may take to find itself, and how old a place may be (ms). */
const OPTIONS = { timeout: 10_000, maximumAge: 600_000 };

/** The position last granted, on this device alone. */
const KEPT_AT = "place";

/** Asks the device where it is; the browser asks its owner first, unless they have already agreed. */
export function locate(): Promise<Place> {
  return new Promise((resolve, reject) => {
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
}

/** Whether the place may be read without asking anybody again. */
export async function isLocationGranted(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state === "granted";
  } catch {
    return false;
  }
}

/**
 * Where the visitor is, without a question unless `mayAsk` (decision D21): the device's position when it was granted
 * before, else the one kept from last time, else our server's guess from the address. Rejects when nobody knows.
 */
export async function findVisitor(mayAsk: boolean): Promise<Place> {
  const here = mayAsk || (await isLocationGranted()) ? await locate().catch(() => null) : null;
  return here ?? kept() ?? guess();
}

/** What is said when the device does not tell its place. */
export function refusalOf(error: unknown) {
  const isRefused = (error as GeolocationPositionError | null)?.code === 1;
  return {
    title: "We couldn't find your location",
    text: isRefused
      ? "Location access is blocked. Allow it in your browser settings, or type a town."
      : "Please try again, or type a town.",
    destructive: true,
  };
}

/** Where the visitor may be, without the device's help: the place kept from last time, else our server's guess. */
export function placeWithoutDevice(): Promise<Place> {
  const place = kept();
  return place ? Promise.resolve(place) : guess();
}

async function guess(): Promise<Place> {
  const found = await (await fetch("/api/geo/locate")).json();
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
    // A full or forbidden storage: the device is asked again next time.
  }
}

function rounded(degrees: number): number {
  return +degrees.toFixed(3);
}
