import { useState } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { TextField } from "../../../kit/form/inputs.tsx";
import { phone, text, webAddress, z, zip } from "../../../kit/form/rules.ts";
import { useShopForm } from "../use-shop-form.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

type FormProps = PanelProps & { close: () => void };

/** How guests reach the shop. */
export function ContactPanel({ shop }: PanelProps) {
  return (
    <EditPanel
      id="contact"
      title="Phone and website"
      edit={(close) => <ContactForm shop={shop} close={close} />}
    >
      <p className="mt-2">
        {shop.phone ?? <span className="text-soft">No phone number yet.</span>}
      </p>
      <p className="wrap-anywhere">
        {shop.website ?? <span className="text-soft">No website yet.</span>}
      </p>
    </EditPanel>
  );
}

const contact = z.object({ phone: phone(), website: webAddress() });

function ContactForm({ shop, close }: FormProps) {
  const state = useShopForm({
    shop,
    panel: "contact",
    schema: contact,
    initial: { phone: shop.phone ?? "", website: shop.website ?? "" },
    fieldsOf: (sent) => ({ phone: sent.phone || null, website: sent.website || null }),
    close,
  });
  return (
    <PanelForm state={state}>
      <TextField
        form={state.form}
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="section-shop tel"
        optional
      />
      <TextField
        form={state.form}
        name="website"
        label="Website"
        type="url"
        autoComplete="section-shop url"
        optional
      />
    </PanelForm>
  );
}

/** Where the shop is. */
export function AddressPanel({ shop }: PanelProps) {
  const { street, cityName, state, zipCode, latitude, pinIsExact } = shop;
  return (
    <EditPanel
      id="address"
      title="Address and pin"
      edit={(close) => <AddressForm shop={shop} close={close} />}
    >
      <p className="mt-2">{`${street}, ${cityName}, ${state} ${zipCode}`}</p>
      <p className="text-soft">
        {latitude === null
          ? "The map shows no pin."
          : pinIsExact
            ? "The pin on the map was set by hand."
            : "The pin on the map is about right. Set it where your door is."}
      </p>
    </EditPanel>
  );
}

const NO_LATITUDE = "Please enter a latitude between -90 and 90, such as 31.3113";
const NO_LONGITUDE = "Please enter a longitude between -180 and 180, such as -92.4451";

const degrees = (most: number, message: string) =>
  text().check(
    z.refine(
      (value) => value === "" || (/^-?\d+(\.\d+)?$/.test(value) && Math.abs(Number(value)) <= most),
      {
        error: message,
      },
    ),
  );

const address = z.object({
  street: text({ required: "Address is required", max: 200 }),
  zipCode: zip("Please enter a valid ZIP code (e.g., 71301 or 71301-1234)"),
  latitude: degrees(90, NO_LATITUDE),
  longitude: degrees(180, NO_LONGITUDE),
});

const numberOf = (value: string) => (value === "" ? null : Number(value));

function AddressForm({ shop, close }: FormProps) {
  const state = useShopForm({
    shop,
    panel: "address",
    schema: address,
    initial: {
      street: shop.street,
      zipCode: shop.zipCode,
      latitude: shop.latitude?.toString() ?? "",
      longitude: shop.longitude?.toString() ?? "",
    },
    fieldsOf: ({ street, zipCode, latitude, longitude }) => ({
      street,
      zipCode,
      latitude: numberOf(latitude),
      longitude: numberOf(longitude),
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
        autoComplete="section-shop address-line1"
      />
      <TextField
        form={form}
        name="zipCode"
        label="ZIP code"
        inputMode="numeric"
        autoComplete="section-shop postal-code"
      />
      <PinHere
        found={({ latitude, longitude }) => {
          form.hook.setValue("latitude", latitude.toFixed(6));
          form.hook.setValue("longitude", longitude.toFixed(6));
        }}
      />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField
          form={form}
          name="latitude"
          label="Latitude of the pin"
          autoComplete="off"
          optional
        />
        <TextField
          form={form}
          name="longitude"
          label="Longitude of the pin"
          autoComplete="off"
          optional
        />
      </div>
    </PanelForm>
  );
}

interface PinHereProps {
  found: (place: { latitude: number; longitude: number }) => void;
}

/** Longer than this (ms) nobody stands still for. */
const TIMEOUT = 15_000;

/** Who stands in the shop needs no map. */
function PinHere({ found }: PinHereProps) {
  const [said, setSaid] = useState("");
  const ask = () => {
    setSaid("Finding this device...");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        found(coords);
        setSaid(
          `The pin is set to where this device is, to within ${Math.round(coords.accuracy)} meters.`,
        );
      },
      () => setSaid("This device doesn't say where it is. You can type the two numbers below."),
      { enableHighAccuracy: true, timeout: TIMEOUT },
    );
  };
  return (
    <div className="field-block">
      <button type="button" className="button button-small" onClick={ask}>
        I'm in the shop: set the pin here
      </button>
      <p role="status" className="field-hint">
        {said}
      </p>
    </div>
  );
}
