import { useState } from "react";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { RunProgress } from "../../components/admin/run-progress.tsx";
import type { ShopRun } from "../../components/admin/run-words.ts";
import { RunShops, ShopRuns } from "../../components/admin/shop-runs.tsx";
import { TakeBack } from "../../components/admin/take-back.tsx";
import { type Answer, call, useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { useAction } from "../../kit/use-action.ts";
import { paths } from "../../lib/paths.ts";
import { countText, plural } from "../../lib/text.ts";
import { useToast } from "../../ui/toast.tsx";

const ROOM = "/api/admin/update-images";

type Stats = Answer<"get", `${typeof ROOM}/stats`>;

type Results = Exclude<Answer<"post", typeof ROOM>, { jobId: unknown }>["results"];

/** Pictures of shops from their websites. */
export default function UpdateImagesScreen() {
  return (
    <AdminPage>
      <Content />
    </AdminPage>
  );
}

function Content() {
  const stats = useApi(`${ROOM}/stats`);
  const runs = useApi(`${ROOM}/runs`);
  const tell = useChanged();
  const toast = useToast();
  const [results, setResults] = useState<Results | null>(null);
  const update = useAction(() => call("post", ROOM), {
    done: (answer) => {
      if ("results" in answer) {
        setResults(answer.results);
        const text = `${plural(answer.results.success, "shop")} got an image.`;
        toast(
          answer.stopped
            ? { title: "Update Failed", text: `${answer.stopped} ${text}`, destructive: true }
            : { title: "Update Complete", text },
        );
      }
      void tell("run", "shop");
    },
    failed: { title: "Update Failed", text: "Failed to update the shop images" },
  });
  const start = () => {
    setResults(null);
    void update.start(undefined);
  };
  // A run that outlasted its call, or that someone else started, leaves its results in the list.
  const latest = runs.data?.find((run) => run.endedAt !== null);
  const shown = results ?? (update.busy ? null : resultsOf(latest));
  return (
    <>
      <p className="mb-5 max-w-text text-soft">
        We look for a picture of each shop that has none on the shop's own website, where its
        robots.txt allows that, and show it with a credit and its source. Shops with a picture are
        left alone, and a picture that was removed isn't added again.
      </p>
      <Async result={stats} what="the figures">
        {(figures) => (
          <>
            <Figures stats={figures} />
            <p className="mt-5 max-w-text rounded-md bg-amber-wash px-4 py-3 text-amber-ink">
              The run may take several minutes: about three seconds for each website.
            </p>
            <button
              type="button"
              className="button button-primary mt-5"
              aria-disabled={update.busy}
              disabled={figures.shopsToVisit === 0}
              onClick={start}
            >
              {update.busy ? "Updating..." : "Update All Shop Images"}
            </button>
            {figures.shopsToVisit === 0 && (
              <p className="mt-2 text-[0.9375rem] text-soft">
                Every shop with a website has a picture.
              </p>
            )}
          </>
        )}
      </Async>
      <RunProgress
        kind="shop_images.run"
        name="Shop image update"
        onEnded={() => void tell("run", "shop")}
      />
      <div role="status">{shown && <ResultPanel results={shown} />}</div>
      <ShopRuns
        runs={runs}
        words={{
          done: ["image added", "images added"],
          refused: "without a suitable picture",
        }}
        detail={(run) => <Shops run={run} />}
        action={(run) =>
          run.done > 0 && (
            <TakeBack
              run={run}
              words={["image", "images", "Images"]}
              undo={() => call("post", `${ROOM}/runs/{id}/undo`, { path: { id: run.id } })}
              done={() => void tell("run", "shop")}
            />
          )
        }
      />
    </>
  );
}

function resultsOf(run: ShopRun | undefined): Results | null {
  if (!run) return null;
  const total = run.processed - run.skipped;
  const success = run.done + run.undone;
  return { total, success, failed: total - success };
}

function Figures({ stats }: { stats: Stats }) {
  return (
    <ul className="grid gap-1">
      <li>{`${countText(stats.shopsWithImages)} of ${plural(stats.totalShops, "shop")} have a picture.`}</li>
      <li>{`${countText(stats.shopsToVisit)} have none, but a website: a run visits these.`}</li>
      <li>{`${countText(stats.shopsWithoutWebsite)} have neither.`}</li>
      <li>
        {stats.model
          ? `The AI model ${stats.model} chooses among the pictures of a website.`
          : "A rule chooses among the pictures of a website. An AI model will if the settings name one that understands pictures (ai_url, ai_model, ai_reads_images)."}
      </li>
    </ul>
  );
}

function ResultPanel({ results: { total, success, failed } }: { results: Results }) {
  const rate = total === 0 ? 0 : Math.round((success / total) * 100);
  const figures = [
    ["Total", total],
    ["Success", success],
    ["Failed", failed],
  ] as const;
  return (
    <section
      aria-labelledby="results-title"
      className="mt-8 rounded-md border border-line bg-raised p-5"
    >
      <h3 id="results-title" className="font-bold text-xl">
        Results
      </h3>
      <dl className="mt-3 grid max-w-text grid-cols-3 gap-3">
        {figures.map(([label, figure]) => (
          <div key={label} className="flex flex-col-reverse">
            <dt className="text-[0.9375rem] text-soft">{label}</dt>
            <dd className="font-bold font-serif text-2xl">{countText(figure)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 font-semibold" id="rate-title">{`Success rate: ${rate}%`}</p>
      <progress
        className="mt-1 block w-full max-w-text"
        aria-labelledby="rate-title"
        max={100}
        value={rate}
      />
      {failed > 0 && (
        <p className="mt-3 text-[0.9375rem] text-soft">
          “Show shops” below says why. To add a picture by hand, open the shop in{" "}
          <a className="link" href={paths.adminShops()}>
            Coffee Shops
          </a>
          .
        </p>
      )}
    </section>
  );
}

function Shops({ run }: { run: ShopRun }) {
  const detail = useApi(`${ROOM}/runs/{id}`, { path: { id: run.id } });
  return (
    <Async result={detail} what="the run's shops">
      {(loaded) => <RunShops detail={loaded} />}
    </Async>
  );
}
