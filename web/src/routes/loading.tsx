/** Shown while the next screen's data is on its way. */
export function Loading() {
  return <p role="status">Loading…</p>;
}
