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
  const width = fresh.length + 1;
  // The longest common subsequence after each pair of lines.
  const common = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = fresh.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        old[i] === fresh[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const changes: Change[] = [];
  let open: { before: string[]; after: string[] } | null = null;
  const close = () => {
    const change = open && { before: open.before.join("\n"), after: open.after.join("\n") };
    // Changes of empty lines alone don't matter.
    if (change && (change.before.trim() !== "" || change.after.trim() !== "")) changes.push(change);
    open = null;
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < fresh.length) {
    const [left, right] = [old[i], fresh[j]];
    if (left !== undefined && left === right) {
      // An empty line between two changed ones doesn't separate them.
      const isBlank = left.trim() === "" && old[i + 1] !== fresh[j + 1];
      if (!isBlank) close();
      [i, j] = [i + 1, j + 1];
      continue;
    }
    open ??= { before: [], after: [] };
    const removes = left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1));
    if (removes) {
      open.before.push(left);
      i += 1;
    } else {
      open.after.push(right ?? "");
      j += 1;
    }
  }
  close();
  return changes;
}
