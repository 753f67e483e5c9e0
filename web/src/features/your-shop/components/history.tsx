import { useQuery } from "@tanstack/react-query";
import { type HistoryEntry, historyAddress, readHistory } from "../../../api/your-shop.ts";
import { Compared } from "../../../kit/differences/difference-list.tsx";
import { useSignedIn } from "../../../kit/session.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { momentText } from "../../../kit/time.ts";
import { useUndo } from "../use-shop-form.ts";
import { BY, changeText, labelOf } from "../words.ts";

/** What was changed, by whom, with undo. */
export function History({ slug }: { slug: string }) {
  const signedIn = useSignedIn();
  const history = useQuery({
    queryKey: [historyAddress(slug)],
    queryFn: ({ signal }) => signedIn(() => readHistory(slug, signal)),
    staleTime: 0,
  });
  const undo = useUndo(slug);
  return (
    <section aria-labelledby="history-title" className="mt-12">
      <h2 id="history-title" className="font-bold text-2xl">
        Changes
      </h2>
      <Async result={history} what="the changes">
        {(entries) =>
          entries.length === 0 ? (
            <Empty>No changes yet. Your changes appear here, and you can undo them.</Empty>
          ) : (
            <ul className="mt-4 grid gap-3">
              {entries.map((entry) => (
                <li key={entry.id} className="card card-text">
                  <Entry
                    entry={entry}
                    busy={undo.busyWith(entry.id)}
                    onUndo={() => undo.start(entry.id)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Async>
    </section>
  );
}

interface EntryProps {
  entry: HistoryEntry;
  busy: boolean;
  onUndo: () => void;
}

function Entry({ entry, busy, onUndo }: EntryProps) {
  const { at, by, changes, canUndo, undone } = entry;
  const what = changeText(entry);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong>{what}</strong>
          <span className="text-soft">{` · ${BY[by]}, ${momentText(at)}`}</span>
        </p>
        {undone ? (
          <span className="badge">Undone</span>
        ) : (
          canUndo && (
            <button
              type="button"
              className="button button-small"
              aria-disabled={busy}
              onClick={onUndo}
            >
              {busy ? "Undoing..." : "Undo"}
              <span className="sr-only">{` the change of ${what}`}</span>
            </button>
          )
        )}
      </div>
      {changes.length > 0 && (
        <details className="differences mt-2">
          <summary className="cursor-pointer text-blue">What changed</summary>
          <ul>
            {changes.map(({ field, before, after }) => (
              <li key={field}>
                <h3>{labelOf(field)}</h3>
                <Compared now={before ?? ""} suggested={after ?? ""} titles={["Before", "After"]} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
