import { useWatch } from "react-hook-form";
import { PinField } from "../../../components/map/pin-field.tsx";
import { useMistake } from "../../../kit/form/field.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import type { ListingValues } from "../listing.ts";
import { useZip } from "./zip-town.tsx";

/** The shop's exact place. */
export function PinPart({ form }: { form: FormState<ListingValues> }) {
  const { control, setValue } = form.hook;
  return (
    <PinField
      id={`${form.id}-pin`}
      start={useZip(form)}
      pin={useWatch({ control, name: "pin" })}
      onPin={(next) => setValue("pin", next, { shouldDirty: true })}
      mistake={useMistake(form, "pin")}
    />
  );
}
