/** A place rounded to about a mile: near enough for a list of shops, and no more than is needed. */
export interface Place {
  lat: number;
  lon: number;
}

/** Where the visitor is; `state` is a two-letter code, or empty when only the position is known. */
export interface VisitorPlace extends Place {
  state: string;
}

/** How long the device may take to find itself, and how old a place may be (ms). */
const OPTIONS = { timeout: 10_000, maximumAge: 600_000 };

/** The position last granted, on this device alone. */
const KEPT_AT = "townperk.place";

/** Asks the device where it is; the browser asks its owner first, unless they have already agreed. */
export function locate(): Promise<Place> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const place = { lat: rounded(coords.latitude), lon: rounded(coords.longitude) };
        keep(place);
        resolve(place);
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
 * before, else the one kept from last time, else our server's guess from the address. Null when nobody knows.
 */
export async function findVisitor(mayAsk: boolean): Promise<VisitorPlace | null> {
  const granted = mayAsk ? "geolocation" in navigator : await isLocationGranted();
  const place = (granted && (await locate().catch(() => null))) || kept();
  return place ? withState(place) : guess();
}

/** The place with its state, from our own table; without one when that fails. */
export async function withState(place: Place): Promise<VisitorPlace> {
  const found = await answer(`/api/geo/reverse?lat=${place.lat}&lon=${place.lon}`);
  return { ...place, state: found?.state ?? "" };
}

async function guess(): Promise<VisitorPlace | null> {
  const found = await answer("/api/geo/locate");
  if (found?.country_code !== "US") return null;
  return {
    lat: rounded(found.latitude),
    lon: rounded(found.longitude),
    state: found.region_code,
  };
}

/** Failures are silent: the towns stay in their usual order. */
async function answer(path: string) {
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

function kept(): Place | null {
  try {
    const place = JSON.parse(localStorage.getItem(KEPT_AT) ?? "null");
    return typeof place?.lat === "number" && typeof place.lon === "number" ? place : null;
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
  return Number(degrees.toFixed(2));
}
