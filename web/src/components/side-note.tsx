import { useSideRead } from "../lib/side-reads.ts";

/** Stands in a section whose read has not answered: one line, and another try where it failed (D80). */
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
