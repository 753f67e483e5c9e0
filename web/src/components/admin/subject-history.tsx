import { useApi } from "../../kit/api.ts";
import { Async, Empty } from "../../kit/states.tsx";
import { momentText } from "../../kit/time.ts";
import { paths } from "../../lib/paths.ts";
import { plural } from "../../lib/text.ts";
import { LIST } from "../../ui/list-role.ts";
import { actorText, entryText } from "./audit-words.ts";

const FEW = 5;

/** The latest changes of a thing, and the way to all of them, where they are undone. */
export function SubjectHistory({ id }: { id: string }) {
  const log = useApi("/api/admin/audit", { query: { subject: id } });
  return (
    <Async result={log} what="the history">
      {({ entries, total }) =>
        total === 0 ? (
          <Empty>Nothing has been changed by hand yet.</Empty>
        ) : (
          <>
            <ol {...LIST} className="grid max-w-text">
              {entries.slice(0, FEW).map((entry) => (
                <li
                  key={entry.id}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 border-rule border-b py-2"
                >
                  <span>
                    {entryText(entry).title}
                    {entry.isUndone && <span className="badge ml-2">Undone</span>}
                  </span>
                  <span className="text-[0.9375rem] text-soft">
                    {`${actorText(entry)}, ${momentText(entry.createdAt)}`}
                  </span>
                </li>
              ))}
            </ol>
            <p className="mt-3">
              <a className="link" href={paths.adminAudit({ subject: id })}>
                {`See ${plural(total, "change")} and undo`}
              </a>
            </p>
          </>
        )
      }
    </Async>
  );
}
