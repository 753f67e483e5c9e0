import { type ReactNode, useState } from "react";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { NotSetUp } from "../../components/admin/not-set-up.tsx";
import { RunProgress } from "../../components/admin/run-progress.tsx";
import { useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { paths } from "../../lib/paths.ts";
import { countText } from "../../lib/text.ts";
import { LIST } from "../../ui/list-role.ts";
import { EnhanceAll, EnhanceCity, TestShop } from "./enhance-forms.tsx";
import { TextRuns } from "./text-runs.tsx";
import type { Stats } from "./types.ts";

const ROOM = "/api/admin/content-enhancement";

/** Descriptions that a language model writes from stored facts. */
export default function ContentEnhancementScreen() {
  return (
    <AdminPage>
      <Content />
    </AdminPage>
  );
}

function Content() {
  const stats = useApi(`${ROOM}/stats`);
  const tell = useChanged();
  const [result, setResult] = useState<ReactNode>(null);
  const show = (shown: ReactNode) => {
    setResult(shown);
    void tell("run", "shop");
  };
  const [slug, setSlug] = useState({ text: "", chosen: 0 });
  return (
    <>
      <p className="mb-5 max-w-text text-soft">
        An AI model writes a short description from the facts that are stored about a shop. Each
        sentence is compared with the facts, then judged by a second call to the model.
        {stats.data && !stats.data.isReviewed
          ? " What passes is published at once, with a label."
          : " What passes waits below, under Past runs, until you publish it; it is labeled."}{" "}
        People's own words always win: shops that someone has described are left alone.
      </p>
      <Async result={stats} what="the figures">
        {(figures) => (
          <>
            {!figures.isConfigured && <NoModel />}
            <Tiles stats={figures} />
            <Cities
              stats={figures}
              choose={(text) => setSlug(({ chosen }) => ({ text, chosen: chosen + 1 }))}
            />
            <RunProgress
              kind="ai_texts.run"
              name="AI texts"
              onEnded={() => void tell("run", "shop")}
            />
            <div role="status" className="mt-5 empty:hidden">
              {result}
            </div>
            {figures.isConfigured && (
              <div className="mt-8 grid items-start gap-5 lg:grid-cols-3">
                <EnhanceCity key={slug.chosen} slug={slug.text} show={show} />
                <EnhanceAll stats={figures} show={show} />
                <TestShop show={show} isReviewed={figures.isReviewed} />
              </div>
            )}
          </>
        )}
      </Async>
      <TextRuns />
    </>
  );
}

function NoModel() {
  return (
    <NotSetUp title="No AI model is set up, so nothing can be written.">
      Set <code>ai_url</code> and <code>ai_model</code> in the server's settings (and{" "}
      <code>ai_key</code>, if the service needs one), then restart the server. Any service with an
      OpenAI-compatible interface will do, also one on your own machine.
    </NotSetUp>
  );
}

function Tiles({ stats }: { stats: Stats }) {
  const tiles = [
    ["Total shops", stats.totalShops],
    ["With AI descriptions", stats.shopsWithAIDescriptions],
    ["Needing enhancement", stats.shopsNeedingEnhancement],
    ["Of these, too few facts", stats.shopsWithTooFewFacts],
    ["Waiting to be published", stats.shopsWaiting],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-3 md:grid-cols-5">
      {tiles.map(([label, figure]) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-md border border-line bg-raised px-4 py-3"
        >
          <dt className="text-[0.9375rem] text-soft leading-tight">{label}</dt>
          <dd className="font-bold font-serif text-2xl">{countText(figure)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Cities({ stats, choose }: { stats: Stats; choose: (slug: string) => void }) {
  const more = stats.citiesNeedingEnhancement.length - stats.nextCities.length;
  return (
    <section aria-labelledby="cities-needing" className="mt-8">
      <h3 id="cities-needing" className="mb-3 font-bold text-xl">
        Cities needing enhancement
      </h3>
      {stats.nextCities.length === 0 ? (
        <p>None. Every shop with enough facts has a description or a text that waits.</p>
      ) : (
        <ul {...LIST} className="flex flex-wrap gap-2">
          {stats.nextCities.map(({ slug, name, state, shops }) => (
            <li
              key={slug}
              className="flex items-baseline gap-2 rounded-md border border-line bg-raised px-3 py-1"
            >
              <a className="link py-1" href={paths.city(slug)}>
                {`${name}, ${state}`}
              </a>
              <span className="text-[0.9375rem] text-soft">{countText(shops)}</span>
              {stats.isConfigured && (
                <button
                  type="button"
                  className="text-button py-1 text-[0.9375rem]"
                  onClick={() => choose(slug)}
                >
                  Choose<span className="sr-only">{` ${name}, ${state}`}</span>
                </button>
              )}
            </li>
          ))}
          {more > 0 && <li className="self-center">{`and ${countText(more)} more`}</li>}
        </ul>
      )}
    </section>
  );
}
