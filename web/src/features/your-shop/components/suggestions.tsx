import { useEffect, useRef } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { type Decider, SuggestionCard } from "../../../components/suggestions/suggestion-card.tsx";
import type { Suggestion } from "../../../components/suggestions/words.ts";
import { call, useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { useUndoing } from "../../../kit/use-undoing.ts";
import { useToast } from "../../../ui/toast.tsx";

/** Visitors' suggestions: the owner accepts all of it, some or none. */
export function Suggestions({ shop }: { shop: YourShop }) {
  const { slug, role } = shop;
  const box = useRef<HTMLElement>(null);
  const isTheirs = role !== "submitter";
  const suggestions = useApi("/api/your-shop/{slugOrId}/suggestions", {
    path: { slugOrId: slug },
    enabled: isTheirs,
  });
  const isLoaded = suggestions.data !== undefined;
  useEffect(() => {
    // The email links here, and this section loads last.
    if (isLoaded && window.location.hash === "#suggestions") box.current?.scrollIntoView();
  }, [isLoaded]);
  const decider = useDecider(slug);
  if (!isTheirs) return null;
  return (
    <section
      id="suggestions"
      ref={box}
      aria-labelledby="suggestions-title"
      className="mt-12 scroll-mt-28"
    >
      <h2 id="suggestions-title" className="mb-4 font-bold text-2xl">
        Suggestions from visitors
      </h2>
      <Async result={suggestions} what="the suggestions">
        {(all) =>
          all.length === 0 ? (
            <Empty>Nothing pending. Suggestions from visitors appear here until you decide.</Empty>
          ) : (
            <ul className="grid gap-4">
              {all.map((suggestion) => (
                <li key={suggestion.id}>
                  <SuggestionCard suggestion={suggestion} decider={decider} />
                </li>
              ))}
            </ul>
          )
        }
      </Async>
    </section>
  );
}

function useDecider(slug: string): Decider {
  const tell = useChanged();
  const toast = useToast();
  const undoing = useUndoing();
  const place = ({ id }: Suggestion) => ({ path: { slugOrId: slug, id } });
  const refreshed = () => void tell("suggestion", "shop");
  const undo = (suggestion: Suggestion) =>
    undoing({
      call: (later) =>
        call("post", "/api/your-shop/{slugOrId}/suggestions/{id}/undo", {
          ...place(suggestion),
          body: { later: [...later] },
        }),
      done: () => {
        refreshed();
        return undefined;
      },
      failed: refreshed,
    });
  const changed = (title: string, decided: Suggestion | null) => {
    const action = decided && { text: "Undo", run: () => void undo(decided) };
    toast({ title, ...(action ? { action } : {}) });
    refreshed();
  };
  return {
    accept: (suggestion, { fields, answer }) =>
      call("post", "/api/your-shop/{slugOrId}/suggestions/{id}/accept", {
        ...place(suggestion),
        body: {
          ...(fields ? { fields: fields as never } : {}),
          answer,
          version: suggestion.shop.version,
        },
      }),
    reject: (suggestion, { answer }) =>
      call("post", "/api/your-shop/{slugOrId}/suggestions/{id}/reject", {
        ...place(suggestion),
        body: { reason: answer },
      }),
    undo,
    changed,
  };
}
