import { useRouter } from "@tanstack/react-router";
import { ApiError } from "../api/client.ts";
import { useAlive } from "../lib/alive.ts";
import type { MissingKind } from "../lib/route-definition.ts";
import { Alert } from "../ui/alert.tsx";
import { EmptyPlace } from "../ui/empty-place.tsx";
import { MissingScreen } from "./missing-screen.tsx";

/** Screens that show a failed read as a missing page (visitor.md 2). */
const SAY_NOT_FOUND: readonly (MissingKind | undefined)[] = ["city", "breakfast", "coffee", "shop"];

/** Shown when a read failed or a screen couldn't be rendered. `kind`: the not-found screen of the route. */
export function ErrorScreen({ kind, error }: { kind?: MissingKind; error?: unknown }) {
  const router = useRouter();
  useAlive();
  const again = (
    <button type="button" className="button button-primary" onClick={() => router.invalidate()}>
      Try again
    </button>
  );
  // Nothing came through at all, which says nothing about what was requested.
  const unreached = error !== undefined && !(error instanceof ApiError);
  if (kind && SAY_NOT_FOUND.includes(kind) && !unreached)
    return <MissingScreen kind={kind} again={again} />;
  return (
    <div className="page pt-12 md:pt-20">
      <title>This page couldn't load</title>
      <EmptyPlace slug="back-in-a-minute" sign="Back Soon">
        <h1 className="font-bold text-4xl leading-tight">This page couldn't load</h1>
        <div className="mt-5 mb-6">
          <Alert>
            {unreached && !navigator.onLine
              ? "You're offline. This page will load once you're back online."
              : "Something went wrong. Please check your connection and try again."}
          </Alert>
        </div>
        {again}
      </EmptyPlace>
    </div>
  );
}
