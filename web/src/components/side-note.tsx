import { useSideRead } from "../lib/side-reads.ts";

/**
 * Replaces the content of a section while its read has no response: one line, with a retry button if it failed (D80).
 */
export function SideNote({ read, what }: { read: string; what: string }) {
  const side = useSideRead(read);
  if (!side) return null;
  if (!side.failed) return <p className="text-soft">{`Loading ${what}…`}</p>;
  return (
    <p role="alert">
      {`We couldn't load ${what}. `}
      <button type="button" className="link font-semibold" onClick={side.again}>
        Try again
      </button>
    </p>
  );
}
