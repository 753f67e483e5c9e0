import { useId } from "react";
import { compareWords, isSame } from "./words.ts";

export interface Difference {
  field: string;
  label: string;
  now: string;
  suggested: string;
  /** The source of the suggestion: "OpenStreetMap". */
  source?: string;
  /** "3 days ago", as formatted by the server. */
  age?: string;
}

interface DifferenceListProps {
  differences: readonly Difference[];
  /** Fields whose suggestion is accepted. */
  accepted: ReadonlySet<string>;
  onAccept: (accepted: ReadonlySet<string>) => void;
}

/** Differences other than whitespace. */
export const realDifferences = (all: readonly Difference[]) =>
  all.filter(({ now, suggested }) => !isSame(now, suggested));

/** Current and suggested values of the changed fields; each can be accepted separately. */
export function DifferenceList({ differences, accepted, onAccept }: DifferenceListProps) {
  const id = useId();
  const real = realDifferences(differences);
  const accept = (field: string, isTaken: boolean) => {
    const next = new Set(accepted);
    if (isTaken) next.add(field);
    else next.delete(field);
    onAccept(next);
  };
  if (real.length === 0) return <p className="text-soft">No differences.</p>;
  return (
    <div className="differences">
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-small"
          onClick={() => onAccept(new Set(real.map(({ field }) => field)))}
        >
          Accept all
        </button>
        <button type="button" className="button button-small" onClick={() => onAccept(new Set())}>
          Accept none
        </button>
        <p role="status" className="self-center text-[0.9375rem] text-soft">
          {`${real.filter(({ field }) => accepted.has(field)).length} of ${real.length} accepted`}
        </p>
      </div>
      <ul>
        {real.map((one) => (
          <li key={one.field}>
            <h3 id={`${id}-${one.field}`}>{one.label}</h3>
            {(one.source || one.age) && (
              <p className="text-[0.875rem] text-soft">
                {[one.source, one.age].filter(Boolean).join(", ")}
              </p>
            )}
            <Compared now={one.now} suggested={one.suggested} />
            <label className="choice">
              <input
                type="checkbox"
                checked={accepted.has(one.field)}
                onChange={({ target }) => accept(one.field, target.checked)}
              />
              <span>
                Accept<span className="sr-only"> the suggestion for {one.label}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ComparedProps {
  now: string;
  suggested: string;
  /** Titles of the two columns. */
  titles?: readonly [now: string, suggested: string];
}

/** Both texts with removals and additions marked. Most screen readers skip the marks, so words say it, too. */
export function Compared({ now, suggested, titles = ["Now", "Suggested"] }: ComparedProps) {
  const pieces = compareWords(now, suggested);
  return (
    <dl className="compared">
      <div>
        <dt>{titles[0]}</dt>
        <dd>
          {pieces.map(({ kind, text }, index) =>
            kind === "added" ? null : kind === "same" ? (
              `${text} `
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no names but their place
              <del key={index}>
                <span className="sr-only">removed: </span>
                {text}
                <span className="sr-only"> end of removed </span>{" "}
              </del>
            ),
          )}
          {now.trim() === "" && <em className="text-soft">nothing</em>}
        </dd>
      </div>
      <div>
        <dt>{titles[1]}</dt>
        <dd>
          {pieces.map(({ kind, text }, index) =>
            kind === "removed" ? null : kind === "same" ? (
              `${text} `
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <ins key={index}>
                <span className="sr-only">added: </span>
                {text}
                <span className="sr-only"> end of added </span>{" "}
              </ins>
            ),
          )}
          {suggested.trim() === "" && <em className="text-soft">nothing</em>}
        </dd>
      </div>
    </dl>
  );
}
