import type { Shop } from "../../../api/types.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { weekRule } from "../../../kit/hours/hours-field.tsx";
import { hoursOf, type SentValues, valuesOf, WORDS } from "../proposal.ts";
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
  leftEmpty: z.string(),
});

type HoursSent = Pick<SentValues, "hoursAs" | "week" | "hours" | "note" | "email" | "leftEmpty">;

/** Reports wrong hours, with the right ones or a note. */
export function HoursForm({ shop, onKept }: FormProps) {
  const { hoursAs, week, hours } = valuesOf(shop);
  const form = useSuggestion({
    shop,
    kind: "hours",
    schema: hoursSchema,
    initial: { hoursAs, week, hours, note: "", email: "", leftEmpty: "" },
    factsOf: (sent: HoursSent) => hoursOf(shop, sent),
    onKept,
  });
  return (
    <Form form={form} className="max-w-text noscript:hidden" label={`Hours for ${shop.name}`}>
      <p className="text-soft">{WORDS.hours.lead}</p>
      <HoursChoice form={form} />
      <CommonFields form={form} noteLabel="Note" noteHint={WORDS.hours.hint} />
      <div className="mt-8">
        <SubmitButton form={form} busy="Sending...">
          {WORDS.hours.verb}
        </SubmitButton>
      </div>
    </Form>
  );
}

const reportSchema = z.object({ ...commonRules(), leftEmpty: z.string() });

/** Reports that the shop is permanently closed or a chain; no further input is needed. */
export function ReportForm({ shop, onKept, kind }: FormProps & { kind: "closed" | "chain" }) {
  const { lead, hint, verb } = WORDS[kind];
  const form = useSuggestion({
    shop,
    kind,
    schema: reportSchema,
    initial: { note: "", email: "", leftEmpty: "" },
    factsOf: () => ({}),
    onKept,
  });
  return (
    <Form form={form} className="max-w-text noscript:hidden" label={`${verb}: ${shop.name}`}>
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
