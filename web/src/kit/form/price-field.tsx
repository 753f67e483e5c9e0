import type { FieldPath, FieldValues } from "react-hook-form";
import { SelectField } from "./inputs.tsx";
import type { FormState } from "./use-form.ts";

export const priceText = (level: number | null) => (level === null ? "" : String(level));

export const priceOf = (answer: string) => (answer === "" ? null : Number(answer));

/** From $ to $$$$. */
export function PriceField<V extends FieldValues>({
  form,
  unknown,
}: {
  form: FormState<V>;
  unknown: string;
}) {
  return (
    <SelectField
      form={form}
      name={"priceLevel" as FieldPath<V>}
      label="Price level"
      choices={[
        { value: "", text: unknown },
        { value: "1", text: "$ (most drinks under $4)" },
        { value: "2", text: "$$ ($4 to $6)" },
        { value: "3", text: "$$$ ($6 to $9)" },
        { value: "4", text: "$$$$ (more)" },
      ]}
      optional
    />
  );
}
