import { useRef, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { type Choice, type Choices, type Fields, mergeFields } from "./three-way.ts";

export type { Fields };

/** A row as it was read. */
export interface Version<F extends Fields> {
  fields: F;
  version: number;
}

/** Someone else saved other values for the same fields. */
export interface Collision<F extends Fields> {
  mine: Partial<F>;
  theirs: Version<F>;
  fields: readonly (keyof F & string)[];
  choices: Choices<F>;
  /** Incremented by every attempt of a person to save that needs a decision first; a save by itself isn't one. */
  attempts: number;
}

/** Thrown by a save that needs decisions first. Nothing was saved, and the notice says so. */
export class Undecided extends Error {}

interface MergeOptions<F extends Fields, Row, Answer> {
  /** Saves these fields over that version. */
  save: (fields: Partial<F>, over: Version<F>) => Promise<Answer>;
  versionOf: (row: Row) => Version<F>;
  together?: readonly (readonly (keyof F)[])[];
}

/** Others may save again and again meanwhile. */
const MAX_ATTEMPTS = 4;

/** What is saved now, if a refusal says that it isn't what the caller read. */
export function currentOf<Row>(error: unknown): { row: Row } | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const details = (error.details ?? {}) as { kind?: unknown; current?: Row };
  return details.kind === "stale" && "current" in details ? { row: details.current as Row } : null;
}

/**
 * Saves what was typed over a row that others may have changed since: what only one side changed is kept, whichever
 * side it is; about the rest, `collision` is to be shown in a `MergeNotice`, and saving again follows the choices.
 */
export function useMerge<F extends Fields, Row, Answer>(options: MergeOptions<F, Row, Answer>) {
  const [collision, setCollision] = useState<Collision<F> | null>(null);
  const latest = useRef(options);
  latest.current = options;
  // Beside the state, because the next attempt may begin before the screen has been drawn again.
  const known = useRef<Collision<F> | null>(null);
  const show = (next: Collision<F> | null) => {
    known.current = next;
    setCollision(next);
  };

  /** Throws [`Undecided`] if someone has to decide first. `isAsked`: somebody waits for it, and is led to the notice. */
  const run = async (base: Version<F>, mine: Partial<F>, isAsked = true): Promise<Answer> => {
    const choices = known.current?.choices ?? {};
    let theirs = known.current?.theirs ?? base;
    for (let attempt = 1; ; attempt += 1) {
      const { together = [] } = latest.current;
      const sides = { base: base.fields, mine, theirs: theirs.fields, choices, together };
      const { merged, collisions } = mergeFields<F>(sides);
      if (collisions.length > 0) {
        const before = known.current?.attempts ?? 0;
        // Decided ones stay on the list, so that a choice can be changed.
        const fields = mergeFields<F>({ ...sides, choices: {} }).collisions;
        // A choice between other values than these is none.
        const valid: Choices<F> = { ...choices };
        for (const field of collisions) delete valid[field];
        const attempts = isAsked ? before + 1 : before;
        show({ mine, theirs, fields, choices: valid, attempts });
        throw new Undecided();
      }
      try {
        const answer = await latest.current.save(merged, theirs);
        show(null);
        return answer;
      } catch (error) {
        const current = currentOf<Row>(error);
        if (!current || attempt === MAX_ATTEMPTS) throw error;
        theirs = latest.current.versionOf(current.row);
      }
    }
  };
  const choose = (field: keyof F & string, take: Choice["take"]) => {
    const at = known.current;
    if (!at) return;
    const choices: Choices<F> = { ...at.choices };
    const { together = [] } = latest.current;
    for (const part of together.find((group) => group.includes(field)) ?? [field])
      choices[part] = { take, seen: at.theirs.fields[part], typed: at.mine[part] };
    show({ ...at, choices });
  };
  return { collision, run, choose, forget: () => show(null) };
}
