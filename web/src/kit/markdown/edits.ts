/** A text with a selection. */
export interface Selected {
  text: string;
  start: number;
  end: number;
}

/** Replaces the text from `from` to `to`, and then selects from `start` to `end`. */
export interface Edit {
  from: number;
  to: number;
  insert: string;
  start: number;
  end: number;
}

export type Mark = "bold" | "italic" | "link" | "heading" | "quote" | "list" | "numbers";

const AROUND: Partial<Record<Mark, string>> = { bold: "**", italic: "_" };
const BEFORE_LINES: Partial<Record<Mark, string>> = {
  heading: "## ",
  quote: "> ",
  list: "- ",
  numbers: "1. ",
};

/** Applies a mark to the selection, or removes it if present. */
export function markEdit(mark: Mark, selected: Selected): Edit {
  const around = AROUND[mark];
  if (around) return toggleAround(around, selected);
  const before = BEFORE_LINES[mark];
  if (before) return toggleLines(before, selected);
  return makeLink(selected);
}

function toggleAround(mark: string, { text, start, end }: Selected): Edit {
  const inside = text.slice(start, end);
  const size = mark.length;
  const isOn = text.slice(0, start).endsWith(mark) && text.slice(end).startsWith(mark);
  if (isOn)
    return {
      from: start - size,
      to: end + size,
      insert: inside,
      start: start - size,
      end: end - size,
    };
  return {
    from: start,
    to: end,
    insert: mark + inside + mark,
    start: start + size,
    end: end + size,
  };
}

function toggleLines(mark: string, { text, start, end }: Selected): Edit {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const isOn = lines.every((line) => line.startsWith(mark));
  const insert = lines.map((line) => (isOn ? line.slice(mark.length) : mark + line)).join("\n");
  return { from, to, insert, start: from, end: from + insert.length };
}

/** Selects the URL, which is typed next. */
function makeLink({ text, start, end }: Selected): Edit {
  const words = text.slice(start, end) || "link text";
  const address = start + words.length + 3;
  return {
    from: start,
    to: end,
    insert: `[${words}](https://)`,
    start: address,
    end: address + "https://".length,
  };
}

/** Inserts a piece of Markdown at a position, with an empty line on each side that has text. */
export function pieceEdit(text: string, at: number, piece: string): Edit {
  const gap = (beside: string, touching: RegExp, half: RegExp) =>
    beside.trim() === "" || touching.test(beside) ? "" : half.test(beside) ? "\n" : "\n\n";
  const before = gap(text.slice(0, at), /\n\n$/, /\n$/);
  const insert = `${before}${piece}${gap(text.slice(at), /^\n\n/, /^\n/)}`;
  const end = at + insert.length;
  return { from: at, to: at, insert, start: end, end };
}
