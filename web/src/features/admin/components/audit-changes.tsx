import { fieldText } from "../../../components/admin/audit-words.ts";
import { UndoEntry } from "../../../components/admin/undo-entry.tsx";
import { useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";

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

/** What an act changed, the emails it caused, and undo. */
export function AuditChanges({ id }: { id: string }) {
  const detail = useApi("/api/admin/audit/{id}", { path: { id } });
  return (
    <div className="pb-3">
      <Async result={detail} what="the changes">
        {({ changes, mails, cannotUndo }) => (
          <>
            {changes.map((change, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an act may write one row twice, and the order stays
              <div key={index} className="mb-4">
                <h3 className="font-semibold text-[0.9375rem]">
                  {`${THINGS[change.table] ?? change.table.replaceAll("_", " ")} ${KINDS[change.kind]}`}
                </h3>
                <dl className="mt-1 grid gap-1 text-[0.9375rem]">
                  {change.fields.map(({ name, before, after }) => (
                    <div key={name} className="grid gap-x-4 sm:grid-cols-[10rem_1fr_1fr]">
                      <dt className="text-soft">{fieldText(name)}</dt>
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
              <UndoEntry entry={id} />
            ) : (
              <p className="text-soft">{cannotUndo}</p>
            )}
          </>
        )}
      </Async>
    </div>
  );
}
