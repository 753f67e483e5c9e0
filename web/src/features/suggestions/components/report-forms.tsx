import type { Shop } from "../../../api/types.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { weekRule } from "../../../kit/hours/hours-field.tsx";
import { hoursOf, type SentValues, valuesOf } from "../proposal.ts";
import { CommonFields, commonRules, HoursChoice } from "./common-fields.tsx";
import { useSuggestion } from "./use-suggestion.ts";

interface FormProps {
  shop: Shop;
  onKept: (message: string) => void;
}

const hoursSchema = z.object({
  hoursAs: z.string(),
  week: weekRule(),
  hours: text({ max: 500, label: "Hours" }),
  ...commonRules(),
  homepage: z.string(),
});

type HoursSent = Pick<SentValues, "hoursAs" | "week" | "hours" | "note" | "email" | "homepage">;

/** Reports wrong hours, with the right ones or a note. */
export function HoursForm({ shop, onKept }: FormProps) {
  const { hoursAs, week, hours } = valuesOf(shop);
  const form = useSuggestion({
    shop,
    kind: "hours",
    schema: hoursSchema,
    initial: { hoursAs, week, hours, note: "", email: "", homepage: "" },
    factsOf: (sent: HoursSent) => hoursOf(shop, sent),
    onKept,
  });
  return (
    <Form form={form} className="max-w-text" label={`Hours for ${shop.name}`}>
      <p className="text-soft">
        Enter the correct hours. If you don't know them, tell us what's wrong in the note.
      </p>
      <HoursChoice form={form} />
      <CommonFields
        form={form}
        noteLabel="Note"
        noteHint="For example: closed on Mondays, but the page says open."
      />
      <div className="mt-8">
        <SubmitButton form={form} busy="Sending...">
          Send Hours
        </SubmitButton>
      </div>
    </Form>
  );
}

const reportSchema = z.object({ ...commonRules(), homepage: z.string() });

const WORDS = {
  closed: {
    lead: "Has it permanently closed? When several visitors report it, the page says “Reported closed, unconfirmed” until we've checked.",
    hint: "How you know, such as an empty storefront or a note on the door.",
    verb: "Report as Closed",
  },
  chain: {
    lead: "This directory is for independent coffee shops. Tell us if this one belongs to a chain, and we'll look into it.",
    hint: "Which chain, and where its other locations are.",
    verb: "Report as a Chain",
  },
} as const;

/** Reports that the shop is permanently closed or a chain; no further input is needed. */
export function ReportForm({ shop, onKept, kind }: FormProps & { kind: "closed" | "chain" }) {
  const { lead, hint, verb } = WORDS[kind];
  const form = useSuggestion({
    shop,
    kind,
    schema: reportSchema,
    initial: { note: "", email: "", homepage: "" },
    factsOf: () => ({}),
    onKept,
  });
  return (
    <Form form={form} className="max-w-text" label={`${verb}: ${shop.name}`}>
      <p className="text-soft">{lead}</p>
      <CommonFields form={form} noteLabel="Note" noteHint={hint} />
      <div className="mt-8">
        <SubmitButton form={form} busy="Sending...">
          {verb}
        </SubmitButton>
      </div>
    </Form>
  );
}
