/** Storage can be full, forbidden or hold something else: then what is kept in it lasts as long as the page. */
export function attempt<T>(run: () => T, otherwise: T): T {
  try {
    return run();
  } catch {
    return otherwise;
  }
}
