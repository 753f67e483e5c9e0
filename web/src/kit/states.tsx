import type { ReactNode } from "react";
import { Fragment, useEffect, useState, useSyncExternalStore } from "react";
import { messageOf } from "./api.ts";

/** Milliseconds before anything is shown: most responses have arrived by then. */
const SOON = 1000;
/** Milliseconds after which placeholders are replaced with text. */
const LONG = 3000;

/** Shown while something is loading: nothing at first, then placeholders, then text. */
export function Loading({ children, what }: { children?: ReactNode; what: string }) {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    const timers = [SOON, LONG].map((after, index) => setTimeout(() => setStage(index + 1), after));
    return () => timers.forEach(clearTimeout);
  }, []);
  const isOnline = useOnline();
  const words = isOnline ? `Loading ${what}…` : "Waiting for a connection…";
  return (
    <div aria-busy="true">
      <p role="status" className={stage === 2 || !isOnline ? "text-soft" : "sr-only"}>
        {stage > 0 || !isOnline ? words : ""}
      </p>
      {stage > 0 && (children ?? <div className="skeleton mt-3 h-40" />)}
    </div>
  );
}

function useOnline() {
  return useSyncExternalStore(
    (changed) => {
      const names = ["online", "offline"] as const;
      for (const name of names) window.addEventListener(name, changed);
      return () => {
        for (const name of names) window.removeEventListener(name, changed);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}

/** A section whose call failed: one line and a retry button. It never looks like an empty one. */
export function Failed({
  what,
  error,
  again,
}: {
  what: string;
  error: unknown;
  again: () => void;
}) {
  return (
    <div role="alert" className="failed">
      <p>{messageOf(error, `We couldn't load ${what}.`)}</p>
      <button type="button" className="button button-small" onClick={again}>
        Try again
      </button>
    </div>
  );
}

/** A section without content: what would be here, and the next step. */
export function Empty({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <p>{children}</p>
      {action}
    </div>
  );
}

/** The part of a query's result that determines what is shown. */
interface Result<T> {
  data: T | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface AsyncProps<T> {
  result: Result<T>;
  /** For the middle of a sentence: "the claims". */
  what: string;
  children: (data: T) => ReactNode;
  placeholder?: ReactNode;
}

/** Shows a call's response; until then, or if it fails, says so. Each section has its own. */
export function Async<T>({ result, what, children, placeholder }: AsyncProps<T>) {
  const { data, error, refetch } = result;
  if (data !== undefined)
    return (
      <Fragment>
        {error !== null && <Failed what={`the latest of ${what}`} error={error} again={refetch} />}
        {children(data)}
      </Fragment>
    );
  if (error) return <Failed what={what} error={error} again={refetch} />;
  return <Loading what={what}>{placeholder}</Loading>;
}
