import { shopRunStates } from "../../../components/admin/run-words.ts";
import { TakeBack } from "../../../components/admin/take-back.tsx";
import { type Answer, call, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { momentText, zoneText } from "../../../kit/time.ts";
import { plural } from "../../../lib/text.ts";

const RUNS = "/api/admin/cities/discover-images/runs";

type Search = Answer<"get", typeof RUNS>[number];

/** Earlier searches for images, folded up: each can be taken back. */
export function ImageSearches() {
  const searches = useApi(RUNS);
  return (
    <details className="mt-5">
      <summary className="cursor-pointer font-semibold text-blue">Past searches</summary>
      <p className="mt-2 text-[0.875rem] text-soft">{`Times are yours (${zoneText()}).`}</p>
      <Async result={searches} what="the past searches">
        {(all) =>
          all.length === 0 ? (
            <Empty>No search yet.</Empty>
          ) : (
            <ol className="mt-3 grid gap-3">
              {all.map((search) => (
                <li key={search.id} className="rounded-md border border-line bg-raised p-4">
                  <OneSearch search={search} />
                </li>
              ))}
            </ol>
          )
        }
      </Async>
    </details>
  );
}

function OneSearch({ search }: { search: Search }) {
  const tell = useChanged();
  const when = momentText(search.startedAt);
  const found = [
    `${plural(search.checked, "city", "cities")} checked`,
    `${search.wikipedia} from Wikipedia`,
    plural(search.stock, "stock photo"),
    search.undone > 0 && `${search.undone} taken back`,
  ];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>{`${shopRunStates[search.state]}: ${found.filter(Boolean).join(", ")}.`}</p>
        <p className="text-[0.875rem] text-soft">{when}</p>
      </div>
      {search.stopped && <p className="mt-1 text-red">{search.stopped}</p>}
      {search.kept.length > 0 && (
        <ul className="mt-2 grid gap-1 text-[0.9375rem]">
          {search.kept.map(({ cityId, town, keptBecause }) => (
            <li key={cityId}>{`${town} wasn't taken back. ${keptBecause}`}</li>
          ))}
        </ul>
      )}
      {search.undoable > 0 && (
        <div className="mt-3">
          <TakeBack
            run={{ label: `the search of ${when}`, done: search.undoable }}
            words={["image", "images", "Images"]}
            where="The towns' pages"
            undo={() => call("post", `${RUNS}/{id}/undo`, { path: { id: search.id } })}
            done={() => void tell("run", "city")}
          />
        </div>
      )}
    </>
  );
}
