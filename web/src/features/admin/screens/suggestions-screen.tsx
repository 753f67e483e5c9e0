import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { SuggestionCard } from "../../../components/suggestions/suggestion-card.tsx";
import { useApi } from "../../../kit/api.ts";
import { withQuery } from "../../../lib/paths.ts";
import { ListKeys } from "../components/list-keys.tsx";
import { useSuggestionDecider } from "../components/suggestion-decider.ts";

interface Query {
  status: string;
  page: number;
}

const FILTERS = [
  ["", "Waiting"],
  ["decided", "Decided"],
] as const;

/** Suggestions per page. */
const PAGE_SIZE = 20;

/** Visitors' suggestions about shops. */
export default function SuggestionsScreen({ query }: { query: Query }) {
  return (
    <AdminPage>
      <nav aria-label="Filter" className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {FILTERS.map(([value, text]) => (
            <li key={value}>
              <a
                className={`button button-small ${value === query.status ? "button-primary" : ""}`}
                href={withQuery(adminPaths.suggestions(), { status: value })}
                aria-current={value === query.status ? "page" : undefined}
              >
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <Suggestions {...query} />
      <ListKeys decides={{ a: "Accept", r: "Reject" }} />
    </AdminPage>
  );
}

function Suggestions(query: Query) {
  const { status, page } = query;
  const decider = useSuggestionDecider();
  const list = useApi("/api/admin/suggestions", {
    query: { status: status === "decided" ? "decided" : "open", page },
    keep: true,
  });
  return (
    <ListFrame
      path={adminPaths.suggestions()}
      query={{ ...query }}
      words={{
        what: "suggestions",
        one: "suggestion",
        none: status === "decided" ? "No decisions yet." : "No pending suggestions.",
      }}
      result={list}
      read={({ suggestions: rows, total }) => ({ rows, total })}
      pageSize={PAGE_SIZE}
    >
      {(rows, { stale }) => (
        <ul className="grid gap-5" aria-busy={stale}>
          {rows.map((suggestion) => (
            <li key={suggestion.id} data-item data-row={suggestion.id} tabIndex={-1}>
              <SuggestionCard suggestion={suggestion} decider={decider} withShop />
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  );
}
