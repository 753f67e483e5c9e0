import { useRouter } from "@tanstack/react-router";
import { Alert } from "../ui/alert.tsx";
import { EmptyPlace } from "../ui/empty-place.tsx";

/** Shown when a read failed or a screen could not be drawn. */
export function ErrorScreen() {
  const router = useRouter();
  return (
    <div className="page pt-12 md:pt-20">
      <title>This page could not be loaded</title>
      <EmptyPlace slug="back-in-a-minute" sign="Back Soon">
        <h1 className="font-bold text-4xl leading-tight">This page could not be loaded</h1>
        <div className="mt-5">
          <Alert>
            Something went wrong on the way. Please check your connection and try again.
          </Alert>
        </div>
        <button
          type="button"
          className="button button-primary mt-6"
          onClick={() => router.invalidate()}
        >
          Try again
        </button>
      </EmptyPlace>
    </div>
  );
}
