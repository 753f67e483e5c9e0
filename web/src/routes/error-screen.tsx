import { useRouter } from "@tanstack/react-router";
import { Alert } from "../ui/alert.tsx";

/** Shown when a read failed or a screen could not be drawn. */
export function ErrorScreen() {
  const router = useRouter();
  return (
    <div className="page max-w-2xl pt-16">
      <title>This page could not be loaded</title>
      <h1 className="font-bold text-3xl">This page could not be loaded</h1>
      <div className="mt-5">
        <Alert>Something went wrong on the way. Please check your connection and try again.</Alert>
      </div>
      <button
        type="button"
        className="button button-primary mt-6"
        onClick={() => router.invalidate()}
      >
        Try again
      </button>
    </div>
  );
}
