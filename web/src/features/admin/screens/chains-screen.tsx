import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { SuggestionCard } from "../../../components/suggestions/suggestion-card.tsx";
import { useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { ChainNames } from "../components/chain-names.tsx";
import { ChainRequest, isAboutChains } from "../components/chain-request.tsx";
import { useSuggestionDecider } from "../components/suggestion-decider.ts";

/** Chain or independent: pending questions, and the names that are decided. */
export default function ChainsScreen() {
  return (
    <AdminPage>
      <section aria-labelledby="waiting-title">
        <h3 id="waiting-title" className="mb-4 font-bold text-xl">
          Waiting for your decision
        </h3>
        <Requests />
      </section>
      <section aria-labelledby="reports-title" className="mt-10">
        <h3 id="reports-title" className="mb-4 font-bold text-xl">
          Reported by visitors
        </h3>
        <Reports />
      </section>
      <ChainNames />
    </AdminPage>
  );
}

/** Objections to refused listings, and listings of possible chains. */
function Requests() {
  const requests = useApi("/api/admin/requests");
  return (
    <Async result={requests} what="the objections">
      {(all) => {
        const waiting = all.filter(isAboutChains);
        return waiting.length === 0 ? (
          <Empty>No objections and no questionable listings.</Empty>
        ) : (
          <ul className="grid gap-5">
            {waiting.map((request) => (
              <li key={request.id}>
                <ChainRequest request={request} />
              </li>
            ))}
          </ul>
        );
      }}
    </Async>
  );
}

function Reports() {
  const decider = useSuggestionDecider();
  const list = useApi("/api/admin/suggestions", { query: { kind: "chain" } });
  return (
    <Async result={list} what="the reports">
      {({ suggestions, total }) =>
        suggestions.length === 0 ? (
          <Empty>No visitor has reported a chain.</Empty>
        ) : (
          <>
            <ul className="grid gap-5">
              {suggestions.map((suggestion) => (
                <li key={suggestion.id}>
                  <SuggestionCard suggestion={suggestion} decider={decider} withShop heading="h4" />
                </li>
              ))}
            </ul>
            {total > suggestions.length && (
              <p className="mt-4 text-[0.9375rem] text-soft">
                {`The oldest ${suggestions.length} of ${total}. The others follow as you decide.`}
              </p>
            )}
          </>
        )
      }
    </Async>
  );
}
