import { useRouter } from "@tanstack/react-router";

/** Shown when a read failed or a screen could not be drawn. */
export function ErrorScreen() {
  const router = useRouter();
  return (
    <div role="alert">
      <h1>This page could not be loaded</h1>
      <p>Please check your connection and try again.</p>
      <button type="button" onClick={() => router.invalidate()}>
        Try again
      </button>
    </div>
  );
}
