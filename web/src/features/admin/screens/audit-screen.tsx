import { useState } from "react";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { useUndo } from "../../../components/admin/use-undo.ts";
import { listAddress } from "../../../kit/address.ts";
import { type Answer, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { TableFilter, TablePages } from "../../../kit/table.tsx";
import { momentText } from "../../../kit/time.ts";
import { paths } from "../../../lib/paths.ts";
import { ListKeys } from "../components/list-keys.tsx";
import { oneOf } from "../components/one-of.ts";

type Entry = Answer<"get", "/api/admin/audit">["entries"][number];
type Actor = Entry["actor"];

const PAGE_SIZE = 20;

const ACTORS: Record<Actor, string> = {
  visitor: "A visitor",
  person: "An owner",
  administrator: "The administrator",
  system: "The system",
};

const KNOWN_ACTORS: readonly Actor[] = ["visitor", "person", "administrator", "system"];

interface Props {
  query: { search: string; actor: string; subject: string; page: number };
}

/** The audit log, with undo. */
export default function AuditScreen({ query }: Props) {
  return (
    <AdminPage title="Audit Log" tab={paths.adminAudit()}>
      <Log query={query} />
    </AdminPage>
  );
}

function Log({ query: { search, actor, subject, page } }: Props) {
  const who = oneOf(actor, KNOWN_ACTORS);
  const log = useApi("/api/admin/audit", {
    query: { search, page, ...(who ? { actor: who } : {}), ...(subject ? { subject } : {}) },
    keep: true,
  });
  const hrefOf = listAddress(paths.adminAudit(), { search, actor, subject });
  return (
    <>
      <TableFilter
        action={paths.adminAudit()}
        label="Search by action, subject or note"
        name="search"
        value={search}
        kept={subject ? { subject } : {}}
      >
        <div className="basis-44">
          <label htmlFor="filter-actor" className="field-label">
            Who
          </label>
          <select id="filter-actor" name="actor" className="field" key={actor} defaultValue={actor}>
            <option value="">Everybody</option>
            {Object.entries(ACTORS).map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </div>
      </TableFilter>
      {search && (
        <p className="mt-3 text-[0.9375rem] text-soft">
          Text search covers the 5,000 latest entries.
        </p>
      )}
      {subject && (
        <p className="mt-3">
          {"Showing one item's history. "}
          <a className="link" href={paths.adminAudit()}>
            Show all
          </a>
        </p>
      )}
      <div className="mt-6">
        <Async result={log} what="the audit log">
          {({ entries, total }) =>
            total === 0 ? (
              <Empty>No entries found</Empty>
            ) : (
              <>
                <ol className="grid gap-3" aria-busy={log.isPlaceholderData}>
                  {entries.map((entry) => (
                    <EntryItem key={entry.id} entry={entry} />
                  ))}
                </ol>
                <TablePages
                  what="entries"
                  one="entry"
                  page={page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  hrefOf={(number) => hrefOf({ page: number })}
                />
              </>
            )
          }
        </Async>
      </div>
      <ListKeys />
    </>
  );
}

/** "shop.edit" as "Shop: edit" */
function actionText(action: string) {
  const words = action.replace(".", ": ").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function EntryItem({ entry }: { entry: Entry }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li data-item tabIndex={-1} className="rounded-md border border-line bg-raised p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">
          {actionText(entry.action)}
          {entry.subjectLabel && (
            <span className="font-normal max-sm:block">
              <span className="max-sm:hidden">{" · "}</span>
              {entry.subjectLabel}
            </span>
          )}
        </h3>
        <p className="text-[0.875rem] text-soft">
          {`${ACTORS[entry.actor]}, ${momentText(entry.createdAt)}`}
        </p>
      </div>
      {entry.note && entry.action !== "undo" && (
        <p className="mt-1 max-w-text whitespace-pre-line text-soft">{entry.note}</p>
      )}
      <p className="mt-2 flex flex-wrap gap-2">
        {entry.isUndone && <span className="badge">Undone</span>}
        <button
          type="button"
          className="button button-small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Hide changes" : "Show changes"}
          <span className="sr-only">{` of ${actionText(entry.action)}, ${entry.subjectLabel}`}</span>
        </button>
      </p>
      {isOpen && <Changes id={entry.id} />}
    </li>
  );
}

/** Table names for people. */
const THINGS: Record<string, string> = {
  shops: "Coffee shop",
  cities: "City",
  new_cities: "City",
  stories: "Local story",
  photos: "Photo",
  boosts: "Boost",
  claims: "Business claim",
  admin_requests: "Request",
  articles: "Article",
  people: "Person",
  former_slugs: "Former address",
  shop_sources: "Source",
  shop_merges: "Merge",
  city_merges: "Merge",
};

const KINDS = { added: "added", changed: "changed", removed: "removed" } as const;

function Changes({ id }: { id: string }) {
  const detail = useApi("/api/admin/audit/{id}", { path: { id } });
  const undo = useUndo();
  const [isBusy, setBusy] = useState(false);
  const start = async () => {
    if (isBusy) return;
    setBusy(true);
    await undo(id);
    setBusy(false);
  };
  return (
    <div className="mt-3 border-rule border-t pt-3">
      <Async result={detail} what="the changes">
        {({ changes, mails, cannotUndo }) => (
          <>
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an act may write one row twice, and the order stays
              <div key={index} className="mb-4">
                <h4 className="font-semibold text-[0.9375rem]">
                  {`${THINGS[change.table] ?? change.table.replaceAll("_", " ")} ${KINDS[change.kind]}`}
                </h4>
                <dl className="mt-1 grid gap-1 text-[0.9375rem]">
                  {change.fields.map(({ name, before, after }) => (
                    <div key={name} className="grid gap-x-4 sm:grid-cols-[10rem_1fr_1fr]">
                      <dt className="text-soft">{name.replaceAll("_", " ")}</dt>
                      <dd className="min-w-0 break-words">
                        <span className="sr-only">before: </span>
                        {before === null ? (
                          <em className="text-soft">nothing</em>
                        ) : (
                          <del>{before}</del>
                        )}
                      </dd>
                      <dd className="min-w-0 break-words">
                        <span className="sr-only">after: </span>
                        {after === null ? (
                          <em className="text-soft">nothing</em>
                        ) : (
                          <ins>{after}</ins>
                        )}
                      </dd>
                    </div>
                  ))}
                </dl>
              </div>
            ))}
            {mails.map(({ subject, recipient, isSent }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two mails may say the same, and the order stays
              <p key={index} className="mb-3 text-[0.9375rem]">
                {isSent
                  ? `The email “${subject}” to ${recipient} has been sent and can't be recalled.`
                  : `The email “${subject}” to ${recipient} hasn't been sent yet. Undoing cancels it.`}
              </p>
            ))}
            {cannotUndo === null ? (
              <button
                type="button"
                className="button button-small"
                aria-disabled={isBusy}
                onClick={() => void start()}
              >
                {isBusy ? "Undoing…" : "Undo"}
              </button>
            ) : (
              <p className="text-soft">{cannotUndo}</p>
            )}
          </>
        )}
      </Async>
    </div>
  );
}
