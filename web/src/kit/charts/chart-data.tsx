import { countText } from "../../lib/text.ts";

interface ChartDataProps {
  caption: string;
  /** File name without extension. */
  file: string;
  heads: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A chart's values as a table and as a CSV download. */
export function ChartData({ caption, file, heads, rows }: ChartDataProps) {
  return (
    <details className="chart-data">
      <summary>Data table</summary>
      <button
        type="button"
        className="button button-small my-3"
        onClick={() => save(file, heads, rows)}
      >
        Download as CSV
      </button>
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={index > 0 ? "numeric" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, index) => (
                <td key={heads[index + 1]} className="numeric">
                  {typeof value === "number" ? countText(value) : value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Comma-separated values. Text that a spreadsheet would run as a formula is prefixed with an apostrophe (D68). */
export function csvOf(
  heads: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cell = (value: string | number) => {
    const text =
      typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [heads, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function save(file: string, heads: ChartDataProps["heads"], rows: ChartDataProps["rows"]) {
  const address = URL.createObjectURL(new Blob([csvOf(heads, rows)], { type: "text/csv" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `${file}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
