/** One side of a merge: field names and their values. */
export type Fields = object;

/** What someone decided about a field that both sides changed, and the two values that they saw then. */
export interface Choice {
  take: "mine" | "theirs";
  /** The saved value. */
  seen: unknown;
  /** What had been typed. */
  typed: unknown;
}

export type Choices<F extends Fields> = Partial<Record<keyof F, Choice>>;

interface Sides<F extends Fields> {
  /** What the form was opened with. */
  base: F;
  /** What was typed; fields that it lacks are not part of the form. */
  mine: Partial<F>;
  /** What is saved now. */
  theirs: F;
  choices?: Choices<F>;
  /** Fields that are one fact, such as the two numbers of a pin. */
  together?: readonly (readonly (keyof F)[])[];
}

interface Merged<F extends Fields> {
  /** Both sides' changes. A collision that isn't decided has the saved value. */
  merged: Partial<F>;
  /** Fields that both sides changed differently, and about which nobody has decided. */
  collisions: (keyof F & string)[];
}

/** Null and "" are equal; lists are equal if their contents are. */
const spelled = (value: unknown) =>
  JSON.stringify(typeof value === "string" ? value.trim() || null : (value ?? null));
export const isSameValue = (one: unknown, other: unknown) => spelled(one) === spelled(other);

/**
 * A three-way merge by field: a change of one side only is kept; where both sides changed a field differently, the
 * choice decides, as long as what is saved is still what was seen, and what is given up for it what was typed then.
 */
export function mergeFields<F extends Fields>(sides: Sides<F>): Merged<F> {
  const { base, mine, theirs, choices = {}, together = [] } = sides;
  const names = Object.keys(mine) as (keyof F & string)[];
  const groupOf = (name: keyof F) => together.find((group) => group.includes(name)) ?? [name];
  const differs = (name: keyof F, one: Partial<F>, other: Partial<F>) =>
    groupOf(name).some((part) => part in mine && !isSameValue(one[part], other[part]));
  const collisions: (keyof F & string)[] = [];
  const merged = { ...mine };
  for (const name of names) {
    if (!differs(name, mine, base) || !differs(name, mine, theirs)) {
      merged[name] = theirs[name];
    } else if (differs(name, theirs, base)) {
      const choice = (choices as Choices<F>)[name];
      const isDecided =
        choice !== undefined &&
        isSameValue(choice.seen, theirs[name]) &&
        (choice.take === "mine" || isSameValue(choice.typed, mine[name]));
      if (!isDecided) collisions.push(name);
      if (!isDecided || choice.take === "theirs") merged[name] = theirs[name];
    }
  }
  return { merged, collisions };
}
