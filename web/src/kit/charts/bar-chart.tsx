import { type KeyboardEvent, useId, useState } from "react";
import { countText, plural } from "../../lib/text.ts";
import { ChartData } from "./chart-data.tsx";

export interface Point {
  /** "Mar 4" */
  label: string;
  value: number;
  /** The same point in the previous period: drawn hollow. */
  before?: number;
}

interface BarChartProps {
  title: string;
  /** "March 1 to 28, 2026" */
  span: string;
  /** The chart's message in one sentence. */
  sentence: string;
  /** "Votes" */
  unit: string;
  points: readonly Point[];
  /** What the hollow bars stand for. */
  beforeLabel?: string;
  /** File name of the CSV download. */
  csv: string;
}

const [WIDTH, HEIGHT, FLOOR, LEFT] = [720, 260, 228, 52];

/** Values over time as bars from zero, with the same values as a table. */
export function BarChart(props: BarChartProps) {
  const { title, span, sentence, unit, points, beforeLabel, csv } = props;
  const id = useId();
  const [at, setAt] = useState(points.length - 1);
  const top = niceTop(Math.max(1, ...points.flatMap(({ value, before = 0 }) => [value, before])));
  const step = (WIDTH - LEFT) / Math.max(1, points.length);
  const y = (value: number) => FLOOR - (value / top) * (FLOOR - 16);
  const shown = points[at];
  const move = (event: KeyboardEvent) => {
    const places: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: at + 1,
      Home: 0,
      End: points.length - 1,
    };
    const next = places[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(points.length - 1, Math.max(0, next)));
  };
  return (
    <figure className="chart" aria-labelledby={id}>
      <figcaption>
        <span id={id} className="font-bold font-serif text-xl">
          {title}
        </span>
        <span className="block text-[0.9375rem] text-soft">{span}</span>
        <span className="mt-1 block">{sentence}</span>
      </figcaption>
      {beforeLabel && (
        <p className="chart-legend">
          <span className="chart-key" /> {unit}
          <span className="chart-key chart-key-hollow" /> {beforeLabel}
        </p>
      )}
      {points.length > 0 && (
        <>
          <div
            className="chart-values"
            role="slider"
            tabIndex={0}
            aria-label={`${title}: use arrow keys to read values`}
            aria-valuemin={1}
            aria-valuemax={points.length}
            aria-valuenow={at + 1}
            aria-valuetext={shown ? pointText(shown, unit, beforeLabel) : undefined}
            onKeyDown={move}
          >
            <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
              {[0, top / 2, top].map((value) => (
                <g key={value} className="chart-line">
                  <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
                  <text x={LEFT - 8} y={y(value) + 4} textAnchor="end">
                    {countText(value)}
                  </text>
                </g>
              ))}
              {points.map(({ label, value, before }, index) => {
                const x = LEFT + index * step;
                const [half, width] = [before === undefined ? 0 : step * 0.4, step * 0.8];
                return (
                  <g
                    key={label}
                    onPointerEnter={() => setAt(index)}
                    className={index === at ? "chart-at" : ""}
                  >
                    <rect className="chart-hit" x={x} y={0} width={step} height={FLOOR} />
                    {before !== undefined && (
                      <rect
                        className="chart-before"
                        x={x + step * 0.1}
                        y={y(before)}
                        width={half}
                        height={FLOOR - y(before)}
                      />
                    )}
                    <rect
                      className="chart-bar"
                      x={x + step * 0.1 + half}
                      y={y(value)}
                      width={width - half}
                      height={FLOOR - y(value)}
                    />
                    {index % everyNth(points.length) === 0 && (
                      <text
                        className="chart-label"
                        x={x + step / 2}
                        y={FLOOR + 27}
                        textAnchor="middle"
                      >
                        {label}
                      </text>
                    )}
                  </g>
                );
              })}
            </svg>
          </div>
          {shown && (
            <p aria-hidden="true" className="text-[0.9375rem]">
              {pointText(shown, unit, beforeLabel)}
            </p>
          )}
        </>
      )}
      <ChartData
        caption={`${title}, ${span}`}
        file={csv}
        heads={["Date", unit, ...(beforeLabel ? [beforeLabel] : [])]}
        rows={points.map(({ label, value, before }) => [
          label,
          value,
          ...(beforeLabel ? [before ?? 0] : []),
        ])}
      />
    </figure>
  );
}

function pointText({ label, value, before }: Point, unit: string, beforeLabel?: string): string {
  const past = beforeLabel && before !== undefined ? `, ${beforeLabel}: ${countText(before)}` : "";
  return `${label}: ${plural(value, singular(unit), unit)}${past}`;
}

/** "search" of "searches", "vote" of "votes". */
const singular = (unit: string) => unit.replace(/(?<=ch)es$|s$/, "");

/** An even number above the highest value, so that the middle line is an integer, too. */
export function niceTop(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest));
  const nice = [1, 2, 4, 6, 8, 10].find((one) => one * power >= highest) ?? 10;
  return Math.max(2, nice * power);
}

/** Labels that fit below the bars. */
const everyNth = (count: number) => Math.ceil(count / 7);
