import { useWatch } from "react-hook-form";
import type { YourShop } from "../../../api/your-shop.ts";
import { PinField } from "../../../components/map/pin-field.tsx";
import type { Position } from "../../../components/map/position.ts";
import { useApi } from "../../../kit/api.ts";
import { TextField } from "../../../kit/form/inputs.tsx";
import { text, z, zip } from "../../../kit/form/rules.ts";
import type { FormState } from "../../../kit/form/use-form.ts";
import { useShopForm } from "../use-shop-form.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

/** The shop's address. */
export function AddressPanel({ shop }: PanelProps) {
  const { street, cityName, state, zipCode, latitude, pinIsExact } = shop;
  return (
    <EditPanel
      shopId={shop.id}
      id="address"
      title="Address and pin"
      edit={(close) => <AddressForm shop={shop} close={close} />}
    >
      <p className="mt-2">
        {[street, cityName, `${state} ${zipCode ?? ""}`.trim()].filter(Boolean).join(", ")}
      </p>
      <p className="text-soft">
        {latitude === null
          ? "The map shows the ZIP code area. Put the pin at your front door."
          : pinIsExact
            ? "The pin on the map was set manually."
            : "The pin on the map isn't exact. Put it at your front door."}
      </p>
    </EditPanel>
  );
}

interface AddressValues {
  street: string;
  zipCode: string;
  pin: Position | null;
}

const address = z.object({
  street: text({ required: "Address is required", max: 200 }),
  zipCode: zip("Please enter a valid ZIP code (e.g., 71301 or 71301-1234)"),
  pin: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
});

function AddressForm({ shop, close }: PanelProps & { close: () => void }) {
  const { latitude, longitude } = shop;
  const state = useShopForm({
    shop,
    panel: "address",
    schema: address,
    initial: {
      street: shop.street ?? "",
      zipCode: shop.zipCode ?? "",
      pin: latitude !== null && longitude !== null ? { latitude, longitude } : null,
    },
    fieldsOf: ({ street, zipCode, pin }) => ({
      street,
      zipCode,
      latitude: pin?.latitude ?? null,
      longitude: pin?.longitude ?? null,
    }),
    close,
  });
  const { form } = state;
  return (
    <PanelForm state={state}>
      <TextField
        form={form}
        name="street"
        label="Street address"
        hint="If your town differs from the ZIP code's, add it after the street: 126 Main Street, Woodworth, LA"
        autoComplete="section-shop address-line1"
      />
      <TextField
        form={form}
        name="zipCode"
        label="ZIP code"
        inputMode="numeric"
        autoComplete="section-shop postal-code"
      />
      <ZipTown form={form} shop={shop} />
      <Pin form={form} />
    </PanelForm>
  );
}

/** The typed ZIP code's town, and the consequences of moving to another one. */
function ZipTown({ form, shop }: PanelProps & { form: FormState<AddressValues> }) {
  const typed = useZip(form);
  const { data: town } = useApi("/api/zip-codes/{zipCode}", {
    path: { zipCode: typed },
    enabled: typed !== "",
    keep: true,
  });
  const name = town && typed !== "" ? `${town.cityName}, ${town.state}` : "";
  const isMove =
    typed !== (shop.zipCode ?? "") && name !== "" && name !== `${shop.cityName}, ${shop.state}`;
  return (
    <p
      role="status"
      className={isMove ? "form-note" : "mt-1.5 min-h-6 text-[0.9375rem] text-green"}
    >
      {isMove
        ? `Saving moves the shop from ${shop.cityName} to ${name}. Its page gets a new URL, and the old one redirects there.`
        : name}
    </p>
  );
}

/** The ZIP code in the field, once it has five digits. */
function useZip(form: FormState<AddressValues>) {
  const typed = useWatch({ control: form.hook.control, name: "zipCode" });
  return /^\s*(\d{5})(\D*\d{4})?\s*$/.exec(typed)?.[1] ?? "";
}

/** The exact place. */
function Pin({ form }: { form: FormState<AddressValues> }) {
  const { control, setValue } = form.hook;
  const zipCode = useZip(form);
  const { data: start } = useApi("/api/zip-codes/{zipCode}", {
    path: { zipCode },
    enabled: zipCode !== "",
    keep: true,
  });
  return (
    <PinField
      id={`${form.id}-pin`}
      start={start}
      pin={useWatch({ control, name: "pin" })}
      onPin={(next) => setValue("pin", next, { shouldDirty: true })}
    />
  );
}
