import { countText } from "../../lib/text.ts";

interface RankBarsProps {
  title: string;
  /** Only for screen readers, because a heading is above. */
  quiet?: boolean;
  /** "Views" */
  unit: string;
  rows: readonly { key: string; name: string; href?: string; hint?: string; value: number }[];
}

/** Top entries by value: a table in which each number has a bar. */
export function RankBars({ title, quiet = false, unit, rows }: RankBarsProps) {
  const top = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <table className="rank-bars">
      <caption className={quiet ? "sr-only" : "font-bold font-serif text-xl"}>{title}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">{unit}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, href, hint, value }) => (
          <tr key={key}>
            <th scope="row">
              {href ? (
                <a className="link" href={href}>
                  {name}
                </a>
              ) : (
                name
              )}
              {hint && <span className="block font-normal text-[0.875rem] text-soft">{hint}</span>}
            </th>
            <td>
              <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                <rect className="chart-bar" width={(value / top) * 100} height="10" />
              </svg>
              <span>{countText(value)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
