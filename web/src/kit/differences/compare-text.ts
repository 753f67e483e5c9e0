import { diffArrays } from "diff";

/** A difference between two texts: the lines that only one of them has. */
export interface Change {
  before: string;
  after: string;
}

/** With more lines than this, the texts are shown in full. */
const MAX_LINES = 1500;

/** The differences between two texts, line by line; adjacent changes are combined. */
export function changesBetween(before: string, after: string): Change[] {
  const [old, fresh] = [before.split("\n"), after.split("\n")];
  if (before === after) return [];
  if (old.length > MAX_LINES || fresh.length > MAX_LINES) return [{ before, after }];
  const changes: { before: string[]; after: string[] }[] = [];
  let isOpen = false;
  for (const { value, added, removed } of diffArrays(old, fresh)) {
    if (!added && !removed) {
      // An empty line between two changed ones doesn't separate them.
      isOpen &&= value.join("\n").trim() === "" && value.length === 1;
      continue;
    }
    if (!isOpen) changes.push({ before: [], after: [] });
    isOpen = true;
    changes.at(-1)?.[added ? "after" : "before"].push(...value);
  }
  return (
    changes
      .map((change) => ({ before: change.before.join("\n"), after: change.after.join("\n") }))
      // Changes of empty lines alone don't matter.
      .filter((change) => change.before.trim() !== "" || change.after.trim() !== "")
  );
}
