import type { Shop } from "../../../api/types.ts";
import { AmenityFields } from "../../../kit/form/amenity-fields.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { weekRule } from "../../../kit/hours/hours-field.tsx";
import { AMENITIES, eachOf } from "../../../lib/amenities.ts";
import {
  ANSWERS,
  changesOf,
  type EditValues,
  type SentValues,
  valuesOf,
  WORDS,
} from "../proposal.ts";
import { CommonFields, commonRules, HoursChoice } from "./common-fields.tsx";
import { useSuggestion } from "./use-suggestion.ts";

const linesOf = (typed: string) => [
  ...new Set(
    typed
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Existing values aren't validated here: the server checks what was changed. */
const schema = z.object({
  name: text({ required: "Name is required", max: 200, label: "Name" }),
  street: text(),
  zipCode: text(),
  phone: text(),
  website: text(),
  hoursAs: z.string(),
  week: weekRule(),
  hours: text({ max: 500, label: "Hours" }),
  description: text(),
  categories: z.pipe(z.string(), z.transform(linesOf)),
  ...eachOf(AMENITIES, () => z.string()),
  ...commonRules(),
  leftEmpty: z.string(),
});

interface FormProps {
  shop: Shop;
  onKept: (message: string) => void;
}

/** Prefilled with the shop's facts; every changed value becomes a suggestion. */
export function EditForm({ shop, onKept }: FormProps) {
  const form = useSuggestion<EditValues, SentValues>({
    shop,
    kind: "edit",
    schema,
    initial: valuesOf(shop),
    factsOf: (sent) => changesOf(shop, sent),
    onKept,
  });
  return (
    <Form
      form={form}
      className="max-w-text noscript:hidden"
      label={`Suggest an edit of ${shop.name}`}
    >
      <p className="text-soft">{WORDS.edit.lead}</p>
      <TextField form={form} name="name" label="Name" autoComplete="off" />
      <div className="grid gap-x-5 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <TextField form={form} name="street" label="Street address" optional autoComplete="off" />
        <TextField
          form={form}
          name="zipCode"
          label="ZIP code"
          optional
          inputMode="numeric"
          autoComplete="off"
        />
      </div>
      <TextField form={form} name="phone" label="Phone" type="tel" optional autoComplete="off" />
      <TextField
        form={form}
        name="website"
        label="Website"
        type="url"
        optional
        autoComplete="off"
      />
      <HoursChoice form={form} />
      <TextArea form={form} name="description" label="Description" optional rows={4} />
      <TextArea
        form={form}
        name="categories"
        label="Categories"
        hint="One per line, such as Roastery. Up to 6."
        optional
        rows={3}
      />
      <fieldset className="mt-6">
        <legend className="field-label">What it offers</legend>
        <AmenityFields form={form} amenities={AMENITIES} words="plain" choices={ANSWERS} />
      </fieldset>
      <CommonFields form={form} noteLabel="Note" noteHint={WORDS.edit.hint} />
      <div className="mt-8">
        <SubmitButton form={form} busy="Sending...">
          {WORDS.edit.verb}
        </SubmitButton>
      </div>
    </Form>
  );
}
