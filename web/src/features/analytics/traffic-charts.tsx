import type { components } from "../../api/schema.gen.ts";
import { useApi } from "../../kit/api.ts";
import { BarChart } from "../../kit/charts/bar-chart.tsx";
import { Async } from "../../kit/states.tsx";
import { TabLinks } from "../../kit/tab-links.tsx";
import { countText } from "../../lib/text.ts";

type Figures = components["schemas"]["Figures"];
type Point = components["schemas"]["FigurePoint"];
type Figure = Exclude<keyof Point, "start" | "label">;

const CHARTS: readonly { figure: Figure; title: string; unit: string }[] = [
  { figure: "views", title: "Page views", unit: "views" },
  { figure: "searches", title: "Searches", unit: "searches" },
  { figure: "votes", title: "Votes", unit: "votes" },
  { figure: "websiteClicks", title: "Website clicks", unit: "clicks" },
  { figure: "phoneClicks", title: "Phone clicks", unit: "clicks" },
  { figure: "directionsClicks", title: "Directions clicks", unit: "clicks" },
];

const STEPS = [
  { by: "day", text: "30 days", before: "30 days before" },
  { by: "week", text: "26 weeks", before: "26 weeks before" },
  { by: "month", text: "6 months", before: "6 months before" },
] as const;

interface Props {
  by: string;
  hrefOf: (by: string) => string;
}

/** Figures over time, compared with an equally long time before. */
export function TrafficCharts({ by, hrefOf }: Props) {
  const step = STEPS.find((one) => one.by === by) ?? STEPS[0];
  const figures = useApi("/api/admin/analytics/figures", { query: { by: step.by }, keep: true });
  return (
    <section aria-labelledby="traffic" className="mt-12">
      <h3 id="traffic" className="font-bold text-xl">
        Over time
      </h3>
      <div className="mt-3">
        <TabLinks
          label="Chart period"
          current={hrefOf(step.by)}
          tabs={STEPS.map(({ by: one, text }) => ({ text, href: hrefOf(one) }))}
        />
      </div>
      <Async result={figures} what="the charts">
        {(data) => (
          <div className="mt-6 grid gap-10 lg:grid-cols-2">
            {CHARTS.map((chart) => (
              <Chart key={chart.figure} {...chart} data={data} before={step.before} />
            ))}
          </div>
        )}
      </Async>
    </section>
  );
}

interface ChartProps {
  figure: Figure;
  title: string;
  unit: string;
  data: Figures;
  before: string;
}

function Chart({ figure, title, unit, data, before }: ChartProps) {
  const sum = (points: readonly Point[]) =>
    points.reduce((total, point) => total + point[figure], 0);
  const [now, past] = [sum(data.points), sum(data.before)];
  return (
    <BarChart
      title={title}
      span={data.span}
      sentence={`${countText(now)} ${unit}; ${countText(past)} in the ${before}.`}
      unit={unit}
      points={data.points.map((point, index) => ({
        label: point.label,
        value: point[figure],
        before: data.before[index]?.[figure] ?? 0,
      }))}
      beforeLabel={before}
      csv={`${figure}-by-${data.step}`}
    />
  );
}
