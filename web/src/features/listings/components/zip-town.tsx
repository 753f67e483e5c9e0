import { useWatch } from "react-hook-form";
import { useApi } from "../../../kit/api.ts";
import type { FormState } from "../../../kit/form/use-form.ts";
import type { ListingValues } from "../listing.ts";

/** The field's ZIP code once it has five digits. */
export function useZip(form: FormState<ListingValues>) {
  const typed = useWatch({ control: form.hook.control, name: "zipCode" });
  const zipCode = /^\s*(\d{5})(\D*\d{4})?\s*$/.exec(typed)?.[1] ?? "";
  const { data } = useApi("/api/zip-codes/{zipCode}", {
    path: { zipCode },
    enabled: zipCode !== "",
  });
  return zipCode === "" ? undefined : data;
}

/** The town that the listing will be in. */
export function ZipTown({ form }: { form: FormState<ListingValues> }) {
  const town = useZip(form);
  return (
    <p role="status" className="mt-1.5 min-h-6 text-[0.9375rem] text-green">
      {town ? `${town.cityName}, ${town.state}` : ""}
    </p>
  );
}
