import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { SuggestionCard } from "../../../components/suggestions/suggestion-card.tsx";
import { useApi } from "../../../kit/api.ts";
import { EmptyPage } from "../../../kit/empty-page.tsx";
import { Async } from "../../../kit/states.tsx";
import { TablePages } from "../../../kit/table.tsx";
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
    <AdminPage title="Suggestions" tab={adminPaths.suggestions()}>
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

function Suggestions({ status, page }: Query) {
  const decider = useSuggestionDecider();
  const list = useApi("/api/admin/suggestions", {
    query: { status: status === "decided" ? "decided" : "open", page },
    keep: true,
  });
  return (
    <Async result={list} what="the suggestions">
      {({ suggestions, total }) =>
        suggestions.length === 0 ? (
          <EmptyPage
            total={total}
            first={withQuery(adminPaths.suggestions(), { status })}
            none={status === "decided" ? "No decisions yet." : "No pending suggestions."}
          />
        ) : (
          <>
            <ul className="grid gap-5">
              {suggestions.map((suggestion) => (
                <li key={suggestion.id} data-item tabIndex={-1}>
                  <SuggestionCard suggestion={suggestion} decider={decider} withShop />
                </li>
              ))}
            </ul>
            <TablePages
              what="suggestions"
              one="suggestion"
              page={page}
              pageSize={PAGE_SIZE}
              total={total}
              hrefOf={(number) =>
                withQuery(adminPaths.suggestions(), { status, page: number > 1 && number })
              }
            />
          </>
        )
      }
    </Async>
  );
}
