import { type ComponentType, useState } from "react";
import { useWatch } from "react-hook-form";
import type { PinPickerProps } from "../../../components/map/pin-picker.tsx";
import { useMistake } from "../../../kit/form/field.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import type { ListingValues } from "../listing.ts";
import { useZip } from "./zip-town.tsx";

/**
 * The exact location, on a small map that is loaded on request. Without it, the listing uses its ZIP code's center
 * (D75).
 */
export function PinPart({ form }: { form: FormState<ListingValues> }) {
  const zip = useZip(form);
  const pin = useWatch({ control: form.hook.control, name: "pin" });
  const mistake = useMistake(form, "pin");
  const [Picker, setPicker] = useState<ComponentType<PinPickerProps>>();
  const [failed, setFailed] = useState(false);
  const load = () => {
    // The server's bundle is a single file and would contain the map, too.
    if (import.meta.env.SSR) return;
    setFailed(false);
    import("../../../components/map/pin-picker.tsx").then(
      (loaded) => setPicker(() => loaded.default),
      () => setFailed(true),
    );
  };
  return (
    <div id={`${form.id}-pin`} className={`field-block ${mistake ? "field-block-wrong" : ""}`}>
      <p className="field-label">
        Exact place <span className="field-need">optional</span>
      </p>
      <p className="field-hint">
        {pin
          ? "Set by you."
          : "Center of the ZIP code, not exact: visitors won't see a pin or directions until you set it."}
      </p>
      {mistake && (
        <p className="field-mistake">
          <strong>Error:</strong> {mistake}
        </p>
      )}
      {Picker && zip ? (
        <Picker
          start={zip}
          pin={pin}
          onPin={(next) => form.hook.setValue("pin", next, { shouldDirty: true })}
        />
      ) : (
        <>
          <button
            type="button"
            className="button"
            disabled={!zip}
            aria-describedby={zip ? undefined : `${form.id}-pin-first`}
            onClick={load}
          >
            {pin ? "Change it on the map" : "Set it on a map"}
          </button>
          {!zip && (
            <span id={`${form.id}-pin-first`} className="ml-3 text-[0.9375rem] text-soft">
              Enter the ZIP code first.
            </span>
          )}
        </>
      )}
      <div role="alert">
        {failed && (
          <p className="mt-2 text-red">The map couldn't load. You can list your shop without it.</p>
        )}
      </div>
    </div>
  );
}
