import { useState } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { type Answer, useApi } from "../../../kit/api.ts";
import { BarChart } from "../../../kit/charts/bar-chart.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { paths } from "../../../lib/paths.ts";
import { countText, plural } from "../../../lib/text.ts";
import { againstBefore } from "./compare.ts";

const PATH = "/api/your-shop/{slugOrId}/figures";
type Figures = Answer<"get", typeof PATH>;
type Figure = Figures["figures"][number];

const NAMES: Record<Figure["kind"], { title: string; one: string; unit: string }> = {
  views: { title: "Views of your page", one: "view", unit: "views" },
  searches: { title: "Appearances in search", one: "search", unit: "searches" },
  votes: { title: "Upvotes", one: "upvote", unit: "upvotes" },
  websiteClicks: { title: "Clicks on your website", one: "click", unit: "clicks" },
  phoneClicks: { title: "Clicks on your phone number", one: "click", unit: "clicks" },
  directionsClicks: { title: "Clicks on directions", one: "click", unit: "clicks" },
};

const SPANS = ["30", "90"] as const;

/** The page's results by day, compared with the same number of days before. */
export function FiguresSection({ shop: { slug } }: { shop: YourShop }) {
  const [days, setDays] = useState<(typeof SPANS)[number]>("30");
  const figures = useApi(PATH, { path: { slugOrId: slug }, query: { days }, keep: true });
  return (
    <section id="figures" aria-labelledby="figures-title" className="mt-12 scroll-mt-28">
      <h2 id="figures-title" className="font-bold text-2xl">
        Your page's results
      </h2>
      <fieldset className="mt-3 flex flex-wrap gap-3">
        <legend className="sr-only">Period</legend>
        {SPANS.map((one) => (
          <button
            key={one}
            type="button"
            className={one === days ? "button button-small button-primary" : "button button-small"}
            aria-pressed={one === days}
            onClick={() => setDays(one)}
          >
            {`${one} days`}
          </button>
        ))}
      </fieldset>
      <Async result={figures} what="your figures">
        {(shown) => <Shown slug={slug} shown={shown} />}
      </Async>
      <p className="mt-6 max-w-text text-[0.9375rem] text-soft">
        We count how often things happen each day, never who did them. Days start at midnight UTC.
      </p>
    </section>
  );
}

function Shown({ slug, shown: { days, span, figures, rank } }: { slug: string; shown: Figures }) {
  const counted = figures.filter(({ since }) => since !== null);
  return (
    <>
      {rank && (
        <p className="mt-4 text-lg">
          <strong>{`No. ${countText(rank.place)} of ${plural(rank.of, "coffee shop")}`}</strong>
          {` in ${rank.cityName}, `}
          <a className="link" href={paths.howWeRank()}>
            in the community's order
          </a>
          .
        </p>
      )}
      <dl className="figure-tiles">
        {figures.map((figure) => (
          <div key={figure.kind}>
            <dt>{NAMES[figure.kind].title}</dt>
            <dd className="figure-number">{countText(figure.total)}</dd>
            <dd className="text-[0.9375rem] text-soft">{againstBefore(figure, days)}</dd>
          </div>
        ))}
      </dl>
      {counted.length === 0 && (
        <div className="mt-5">
          <Empty>Nothing counted yet. Charts appear after the first day with data.</Empty>
        </div>
      )}
      <div className="mt-10 grid gap-10 lg:grid-cols-2">
        {counted.map((figure) => (
          <Chart key={figure.kind} slug={slug} figure={figure} days={days} span={span} />
        ))}
      </div>
    </>
  );
}

interface ChartProps {
  slug: string;
  figure: Figure;
  days: number;
  span: string;
}

function Chart({ slug, figure, days, span }: ChartProps) {
  const { kind, total, totalBefore, points } = figure;
  const { title, one, unit } = NAMES[kind];
  const isCompared = totalBefore !== null;
  return (
    <BarChart
      title={title}
      span={span}
      sentence={`${plural(total, one, unit)}. ${againstBefore(figure, days)}.`}
      unit={unit}
      points={points.map(({ label, count, before }) => ({
        label,
        value: count,
        ...(before === null ? {} : { before }),
      }))}
      {...(isCompared ? { beforeLabel: `${days} days before` } : {})}
      csv={`${slug}-${kind}-${days}-days`}
    />
  );
}
