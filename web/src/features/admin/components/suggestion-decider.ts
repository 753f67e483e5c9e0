import { useDone } from "../../../components/admin/use-undo.ts";
import type { Decider } from "../../../components/suggestions/suggestion-card.tsx";
import { call, useRefresh } from "../../../kit/api.ts";

/** How the administrator decides about visitors' suggestions. */
export function useSuggestionDecider(): Decider {
  const refresh = useRefresh();
  const done = useDone();
  return {
    accept: ({ id, shop }, { fields, answer, remember }) =>
      call("post", "/api/admin/suggestions/{id}/accept", {
        path: { id },
        body: {
          ...(fields ? { fields: fields as never } : {}),
          answer,
          remember,
          version: shop.version,
        },
      }),
    reject: ({ id }, { answer, remember }) =>
      call("post", "/api/admin/suggestions/{id}/reject", {
        path: { id },
        body: { reason: answer, remember },
      }),
    undo: ({ entry }) => call("post", "/api/admin/audit/{id}/undo", { path: { id: entry ?? "" } }),
    changed: (title, decided) => {
      done(title, decided?.entry ?? null, decided?.shop.name);
      void refresh("/api/");
    },
  };
}
