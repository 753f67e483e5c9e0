import { HELD, useDone, useUndo } from "../../../components/admin/use-undo.ts";
import type { Decider } from "../../../components/suggestions/suggestion-card.tsx";
import { call } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";

/** How the administrator decides about visitors' suggestions. */
export function useSuggestionDecider(): Decider {
  const tell = useChanged();
  const done = useDone();
  const undo = useUndo();
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
    undo: ({ entry, shop }) => undo(entry ?? "", shop.name),
    changed: (title, decided) => {
      // A chain isn't listed, so accepting a report of one removes the shop.
      const isRemoved = decided?.kind === "chain" && decided.status === "accepted";
      done(title, decided?.entry ?? null, decided?.shop.name, ...(isRemoved ? [HELD] : []));
      void tell("suggestion", "shop", "chain");
    },
  };
}
