import { adminPaths } from "../../../components/admin/paths.ts";
import { call, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { TablePages } from "../../../kit/table.tsx";
import { dayText, momentText } from "../../../kit/time.ts";
import { UndoButton } from "../../../kit/undo-button.tsx";
import { useAction } from "../../../kit/use-action.ts";
import { paths } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { countsText, type ImportSummary } from "./import-types.ts";

const PAGE_SIZE = 20;

/** The imports of the last year, by command or by upload, each with its undo. */
export function ImportHistory({ page }: { page: number }) {
  const imports = useApi("/api/admin/imports", { query: { page }, keep: true });
  return (
    <section aria-labelledby="history-title" className="mt-10">
      <h3 id="history-title" className="mb-4 font-bold text-xl">
        Imports of the last year
      </h3>
      <Async result={imports} what="the imports">
        {(list) =>
          list.total === 0 ? (
            <Empty>Nothing has been imported in the last year.</Empty>
          ) : (
            <>
              <ul className="grid gap-4">
                {list.imports.map((one) => (
                  <li key={one.number} className="rounded-md border border-line bg-raised p-4">
                    <Import run={one} />
                  </li>
                ))}
              </ul>
              <TablePages
                what="imports"
                one="import"
                page={page}
                pageSize={PAGE_SIZE}
                total={list.total}
                hrefOf={(number) => `${adminPaths.imports()}?page=${number}`}
              />
            </>
          )
        }
      </Async>
    </section>
  );
}

function Import({ run }: { run: ImportSummary }) {
  const { number, files, source, counts, startedAt, undoneAt } = run;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h4 className="break-words font-semibold">
            {`Import ${number}: ${files.join(", ")}`}
            {source && <span className="font-normal text-soft">{` (${source})`}</span>}
          </h4>
          <p className="mt-1 text-[0.9375rem] text-soft">
            {`${momentText(startedAt)}: ${countsText(counts)}`}
          </p>
          <ImportState run={run} />
        </div>
        {undoneAt === null && <UndoImport run={run} />}
      </div>
      {undoneAt !== null && <Kept number={number} />}
    </>
  );
}

/** What became of an import, unless it simply ended. */
export function ImportState({ run }: { run: ImportSummary }) {
  const { endedAt, undoneAt, isBeingUndone, isRunning } = run;
  if (undoneAt !== null) return <span className="badge mt-2">{`Undone ${dayText(undoneAt)}`}</span>;
  if (isBeingUndone) return <span className="badge mt-2">Undo was begun</span>;
  if (isRunning) return <span className="badge mt-2">Running</span>;
  if (endedAt === null) return <span className="badge mt-2">Stopped early</span>;
  return null;
}

/** Takes an import back, after a question. */
export function UndoImport({ run: { number, files, counts } }: { run: ImportSummary }) {
  const toast = useToast();
  const tell = useChanged();
  const undo = useAction(
    () => call("post", "/api/admin/imports/{number}/undo", { path: { number } }),
    {
      done: (answer) => {
        if ("jobId" in answer) {
          toast({ title: "Still undoing", text: "It continues on the server." });
        } else {
          const { removed, restored, kept } = answer;
          const stays =
            kept > 0 ? ` ${plural(kept, "shop")} stayed, because of later changes.` : "";
          toast({
            title: `Import ${number} is undone`,
            text: `${plural(removed, "shop")} removed, ${restored} as before.${stays}`,
          });
        }
        void tell("import", "shop", "city");
      },
      failed: { title: "Couldn't undo", text: "Please try again." },
    },
  );
  return (
    <UndoButton
      undo={() => undo.start(undefined)}
      what={`import ${number}`}
      question={{
        title: `Undo import ${number}?`,
        text: `The shops that ${files.join(", ")} added go (${counts.added}), and what it changed is as before (${counts.updated}). What somebody has changed since then stays.`,
        verb: "Undo import",
        destructive: true,
      }}
    />
  );
}

/** The shops of an undone import that stay, and why. */
function Kept({ number }: { number: number }) {
  const detail = useApi("/api/admin/imports/{number}", { path: { number } });
  const { undone, kept } = detail.data ?? {};
  if (!undone || !kept || undone.kept === 0) return null;
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-blue">
        {`${plural(undone.kept, "shop")} stayed, or some of their facts did`}
      </summary>
      <ul className="mt-2 grid gap-1 text-[0.9375rem]">
        {kept.map(({ slug, name, reason }) => (
          <li key={slug}>
            <a className="link" href={paths.shop(slug)}>
              {name}
            </a>
            {`: ${reason}`}
          </li>
        ))}
        {undone.kept > kept.length && <li>{`and ${undone.kept - kept.length} more`}</li>}
      </ul>
    </details>
  );
}
