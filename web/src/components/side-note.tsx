import type { ReactNode } from "react";
import { useSideRead } from "../lib/side-reads.ts";

interface Props {
  read: string;
  what: string;
  /** Placeholders while it is loading. */
  children?: ReactNode;
}

/**
 * Replaces the content of a section while its read has no response: one line, with a retry button if it failed (D80).
 */
export function SideNote({ read, what, children }: Props) {
  const side = useSideRead(read);
  if (!side) return null;
  if (!side.failed)
    return (
      <>
        <p role="status" className={children ? "sr-only" : "text-soft"}>{`Loading ${what}…`}</p>
        {children}
      </>
    );
  return (
    <p role="alert">
      {`We couldn't load ${what}. `}
      <button type="button" className="link font-semibold" onClick={side.again}>
        Try again
      </button>
    </p>
  );
}
