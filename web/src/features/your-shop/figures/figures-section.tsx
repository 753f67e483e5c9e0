import { useState } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { type Answer, useApi } from "../../../kit/api.ts";
import { BarChart } from "../../../kit/charts/bar-chart.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { paths } from "../../../lib/paths.ts";
import { countText, plural } from "../../../lib/text.ts";
import { againstBefore } from "./compare.ts";
import { LetterSwitch } from "./letter-switch.tsx";

const PATH = "/api/your-shop/{slugOrId}/figures";
type Figures = Answer<"get", typeof PATH>;
type Figure = Figures["figures"][number];

const NAMES: Record<Figure["kind"], { title: string; one: string; unit: string }> = {
  views: { title: "Views of {whose} page", one: "view", unit: "views" },
  searches: { title: "Appearances in search", one: "search", unit: "searches" },
  votes: { title: "Upvotes", one: "upvote", unit: "upvotes" },
  websiteClicks: { title: "Clicks on {whose} website", one: "click", unit: "clicks" },
  phoneClicks: { title: "Clicks on {whose} phone number", one: "click", unit: "clicks" },
  directionsClicks: { title: "Clicks on directions", one: "click", unit: "clicks" },
};

type Whose = "your" | "the";

const titleOf = ({ kind }: Figure, whose: Whose) => NAMES[kind].title.replace("{whose}", whose);

const SPANS = ["30", "90"] as const;

/** The link in the monthly letter opens its month. */
function askedMonth() {
  const month = new URLSearchParams(window.location.search).get("month") ?? "";
  return /^20\d\d-\d\d$/.test(month) ? month : undefined;
}

/** The page's results by day, compared with the same number of days before. */
export function FiguresSection({
  shop: { slug, role },
  whose = "your",
}: {
  shop: YourShop;
  /** As its people are told; the administrator sees "the" page. */
  whose?: Whose;
}) {
  const [query, setQuery] = useState<Period>(() => {
    const month = askedMonth();
    return month === undefined ? { days: "30" } : { month };
  });
  const figures = useApi(PATH, { path: { slugOrId: slug }, query, keep: true });
  const months = monthsOf(figures.data);
  return (
    <section id="figures" aria-labelledby="figures-title" className="mt-12 scroll-mt-28">
      <h2 id="figures-title" className="font-bold text-2xl">
        {whose === "your" ? "Your page's results" : "The page's results"}
      </h2>
      <fieldset className="mt-3 flex flex-wrap gap-3">
        <legend className="sr-only">Period</legend>
        {SPANS.map((days) => (
          <PeriodButton
            key={days}
            label={`${days} days`}
            isOn={query.days === days}
            choose={() => setQuery({ days })}
          />
        ))}
        {months.map(({ month, name }) => (
          <PeriodButton
            key={month}
            label={name}
            isOn={query.month === month}
            choose={() => setQuery({ month })}
          />
        ))}
      </fieldset>
      <Async result={figures} what="the figures">
        {(shown) => <Shown slug={slug} shown={shown} whose={whose} />}
      </Async>
      <p className="mt-6 max-w-text text-[0.9375rem] text-soft">
        We count how often things happen each day, never who did them. Days start at midnight UTC.
      </p>
      {role === "owner" && whose === "your" && <LetterSwitch slug={slug} />}
    </section>
  );
}

interface Period {
  days?: (typeof SPANS)[number];
  month?: string;
}

/** The last month that is over, and the one that is shown if that is another. */
function monthsOf(shown: Figures | undefined) {
  if (!shown) return [];
  const { lastMonth, month, span } = shown;
  const isOther = month !== null && month !== lastMonth.month;
  return isOther ? [{ month, name: span }, lastMonth] : [lastMonth];
}

function PeriodButton({
  label,
  isOn,
  choose,
}: {
  label: string;
  isOn: boolean;
  choose: () => void;
}) {
  return (
    <button
      type="button"
      className={isOn ? "button button-small button-primary" : "button button-small"}
      aria-pressed={isOn}
      onClick={choose}
    >
      {label}
    </button>
  );
}

function Shown({
  slug,
  whose,
  shown: { span, before, month, days, figures, rank },
}: {
  slug: string;
  whose: Whose;
  shown: Figures;
}) {
  const counted = figures.filter(({ since }) => since !== null);
  const isEmpty = figures.every(({ total, totalBefore }) => total === 0 && !totalBefore);
  return (
    <>
      {rank && (
        <p className="mt-4 text-lg">
          <strong>{`No. ${countText(rank.place)} of ${plural(rank.of, "coffee shop")}`}</strong>
          {` in ${rank.cityName}, `}
          <a className="link" href={paths.howWeRank()}>
            by community ranking
          </a>
          .
        </p>
      )}
      {isEmpty && (
        <div className="mt-5">
          <Empty>
            {`Nothing was counted ${month === null ? `in the last ${days} days` : `from ${span}`}. Views, votes and clicks appear here after the first day with some.`}
          </Empty>
        </div>
      )}
      {!isEmpty && <Tiles figures={figures} before={before} whose={whose} />}
      {!isEmpty && (
        <div className="mt-10 grid gap-10 lg:grid-cols-2">
          {counted.map((figure) => (
            <Chart
              key={figure.kind}
              slug={slug}
              figure={figure}
              before={before}
              file={month ?? `${days}-days`}
              span={span}
              whose={whose}
            />
          ))}
        </div>
      )}
    </>
  );
}

function Tiles({ figures, before, whose }: Pick<Figures, "figures" | "before"> & { whose: Whose }) {
  return (
    <dl className="figure-tiles">
      {figures.map((figure) => (
        <div key={figure.kind}>
          <dt>{titleOf(figure, whose)}</dt>
          <dd className="figure-number">{countText(figure.total)}</dd>
          <dd className="text-[0.9375rem] text-soft">{againstBefore(figure, before)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ChartProps {
  slug: string;
  figure: Figure;
  /** What it is compared with. */
  before: string;
  /** The period in the file's name. */
  file: string;
  span: string;
  whose: Whose;
}

function Chart({ slug, figure, before, file, span, whose }: ChartProps) {
  const { kind, total, totalBefore, points } = figure;
  const { one, unit } = NAMES[kind];
  const isCompared = totalBefore !== null;
  return (
    <BarChart
      title={titleOf(figure, whose)}
      span={span}
      sentence={`${plural(total, one, unit)}. ${againstBefore(figure, before)}.`}
      unit={unit}
      points={points.map(({ label, count, before: past }) => ({
        label,
        value: count,
        ...(past === null ? {} : { before: past }),
      }))}
      {...(isCompared ? { beforeLabel: before.replace(/^the /, "") } : {})}
      csv={`${slug}-${kind}-${file}`}
    />
  );
}
