import type { FieldValues } from "react-hook-form";
import type { Shop } from "../../../api/types.ts";
import { call } from "../../../kit/api.ts";
import type { z } from "../../../kit/form/rules.ts";
import { trapped } from "../../../kit/form/trap.tsx";
import { useForm } from "../../../kit/form/use-form.ts";
import { unhurriedAge } from "../../../kit/page-age.ts";
import type { SuggestionBody } from "../proposal.ts";

interface Common {
  note: string;
  email: string;
  leftEmpty: string;
}

interface Options<V extends FieldValues, Sent extends Common> {
  shop: Shop;
  kind: SuggestionBody["kind"];
  schema: z.ZodMiniType<Sent, V>;
  initial: V;
  /** The facts in the form, without the note and email address. */
  factsOf: (sent: Sent) => Omit<SuggestionBody, "kind">;
  /** Called with the server's message. */
  onKept: (message: string) => void;
}

/** State and submission of a suggestion form. */
export function useSuggestion<V extends FieldValues, Sent extends Common>({
  shop,
  kind,
  schema,
  initial,
  factsOf,
  onKept,
}: Options<V, Sent>) {
  return useForm({
    id: `suggest-${kind}`,
    schema,
    initial,
    submit: async (sent: Sent) => {
      const { note, email, leftEmpty } = sent;
      const about = {
        ...(note ? { note } : {}),
        ...(email ? { email } : {}),
        ...trapped(leftEmpty),
      };
      return call("post", "/api/coffee-shops/{slugOrId}/suggestions", {
        path: { slugOrId: shop.slug },
        body: { kind, ...factsOf(sent), ...about, afterMillis: await unhurriedAge() },
      });
    },
    done: ({ message }) => onKept(message),
    failed: "We couldn't send this. Please try again.",
    draft: `suggest-${kind}-${shop.slug}`,
  });
}
