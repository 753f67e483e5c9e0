import type { FieldPath, FieldValues } from "react-hook-form";
import type { OwnerAmenity } from "../../lib/amenities.ts";
import type { FurtherAmenity } from "./all-amenities.ts";
import { type Choice, SelectField } from "./inputs.tsx";
import type { FormState } from "./use-form.ts";

interface Props<V extends FieldValues> {
  form: FormState<V>;
  amenities: readonly {
    field: (OwnerAmenity | FurtherAmenity) & FieldPath<V>;
    label: string;
    plain: string;
  }[];
  words: "label" | "plain";
  choices: readonly Choice[];
}

/** A yes-or-no question for each amenity. */
export function AmenityFields<V extends FieldValues>({
  form,
  amenities,
  words,
  choices,
}: Props<V>) {
  return (
    <div className="grid gap-x-5 sm:grid-cols-2">
      {amenities.map((amenity) => (
        <SelectField
          key={amenity.field}
          form={form}
          name={amenity.field}
          label={amenity[words]}
          choices={choices}
          optional
        />
      ))}
    </div>
  );
}
