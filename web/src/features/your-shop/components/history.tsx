import { useQuery } from "@tanstack/react-query";
import { type HistoryEntry, historyAddress, readHistory } from "../../../api/your-shop.ts";
import { Compared } from "../../../kit/differences/difference-list.tsx";
import { useSignedIn } from "../../../kit/session.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { clockText, dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useSite } from "../../../lib/site.tsx";
import { LIST } from "../../../ui/list-role.ts";
import { useUndo } from "../use-shop-form.ts";
import { byText, changeText, labelOf } from "../words.ts";

const FAILED = { title: "Couldn't undo", text: "It couldn't be undone. Please try again." };

/** What was changed, by whom, with undo. */
export function History({ shop: { slug } }: { shop: { slug: string } }) {
  const signedIn = useSignedIn();
  const history = useQuery({
    queryKey: [historyAddress(slug)],
    queryFn: ({ signal }) => signedIn(() => readHistory(slug, signal)),
    staleTime: 0,
  });
  const undoEdit = useUndo(slug);
  const undo = useAction(undoEdit, { failed: FAILED });
  return (
    <section id="changes" aria-labelledby="history-title" className="mt-12 scroll-mt-28">
      <h2 id="history-title" className="font-bold text-2xl">
        Changes
      </h2>
      <Async result={history} what="the changes">
        {(entries) =>
          entries.length === 0 ? (
            <Empty>No changes yet. They appear here, and can be undone.</Empty>
          ) : (
            byDay(entries).map(([day, ofDay]) => (
              <section key={day} aria-label={day} className="mt-4">
                <h3 className="font-semibold text-lg">{day}</h3>
                <ul {...LIST} className="mt-2 grid gap-3">
                  {ofDay.map((entry) => (
                    <li key={entry.id} className="card card-text">
                      <Entry
                        entry={entry}
                        busy={undo.busyWith(entry.id)}
                        onUndo={() => undo.start(entry.id)}
                      />
                    </li>
                  ))}
                </ul>
              </section>
            ))
          )
        }
      </Async>
    </section>
  );
}

/** The entries of each day, in the viewer's time, newest first as they came. */
export function byDay(entries: readonly HistoryEntry[]): [string, HistoryEntry[]][] {
  const days = new Map<string, HistoryEntry[]>();
  for (const entry of entries) {
    const day = dayText(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}

interface EntryProps {
  entry: HistoryEntry;
  busy: boolean;
  onUndo: () => void;
}

function Entry({ entry, busy, onUndo }: EntryProps) {
  const { at, changes, canUndo, undone } = entry;
  const site = useSite();
  const what = changeText(entry);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          <strong>{what}</strong>
          <span className="text-soft">{` · ${byText(entry, site.name)}, ${clockText(at)}`}</span>
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
                <h4>{labelOf(field)}</h4>
                <Compared now={before ?? ""} suggested={after ?? ""} titles={["Before", "After"]} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
