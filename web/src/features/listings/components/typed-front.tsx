import { useDeferredValue } from "react";
import { useWatch } from "react-hook-form";
import type { FormState } from "../../../kit/form/use-form.ts";
import { shorten } from "../../../lib/text.ts";
import { storefront } from "../../../ui/storefront/storefront.tsx";
import type { ListingValues } from "../listing.ts";

/** The number of characters that fit above a door. */
const SIGN = 40;

/** A drawn storefront that shows the name while it is typed. */
export function TypedFront({ form }: { form: FormState<ListingValues> }) {
  const name = useDeferredValue(useWatch({ control: form.hook.control, name: "name" }));
  return (
    <div className="mt-5 aspect-[16/8] max-w-md overflow-hidden rounded-md border-[1.5px] border-rule">
      {storefront("a-shop-to-be-listed", shorten(name, SIGN) || "Your Shop")}
    </div>
  );
}
