/** A place rounded to about a mile: near enough for a list of shops, and no more than is needed. */
export interface Place {
  lat: number;
  lon: number;
}

/** How long the device may take to find itself, and how old a place may be (ms). */
const OPTIONS = { timeout: 10_000, maximumAge: 600_000 };

/** Asks the device where it is; the browser asks its owner first, unless they have already agreed. */
export function locate(): Promise<Place> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: rounded(coords.latitude), lon: rounded(coords.longitude) }),
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

function rounded(degrees: number): number {
  return Number(degrees.toFixed(2));
}
