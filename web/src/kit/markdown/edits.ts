/** A text with a selection. */
export interface Selected {
  text: string;
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
export function applyMark(mark: Mark, selected: Selected): Selected {
  const around = AROUND[mark];
  if (around) return toggleAround(around, selected);
  const before = BEFORE_LINES[mark];
  if (before) return toggleLines(before, selected);
  return makeLink(selected);
}

function toggleAround(mark: string, { text, start, end }: Selected): Selected {
  const [before, inside, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
  const size = mark.length;
  if (before.endsWith(mark) && after.startsWith(mark))
    return {
      text: before.slice(0, -size) + inside + after.slice(size),
      start: start - size,
      end: end - size,
    };
  return { text: before + mark + inside + mark + after, start: start + size, end: end + size };
}

function toggleLines(mark: string, { text, start, end }: Selected): Selected {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const next = text.indexOf("\n", end);
  const to = next < 0 ? text.length : next;
  const lines = text.slice(from, to).split("\n");
  const isOn = lines.every((line) => line.startsWith(mark));
  const changed = lines.map((line) => (isOn ? line.slice(mark.length) : mark + line)).join("\n");
  const whole = text.slice(0, from) + changed + text.slice(to);
  return { text: whole, start: from, end: from + changed.length };
}

/** Selects the URL, which is typed next. */
function makeLink({ text, start, end }: Selected): Selected {
  const words = text.slice(start, end) || "link text";
  const link = `[${words}](https://)`;
  const address = start + words.length + 3;
  return {
    text: text.slice(0, start) + link + text.slice(end),
    start: address,
    end: address + "https://".length,
  };
}
