import type { YourShop } from "../../../api/your-shop.ts";
import { TextField } from "../../../kit/form/inputs.tsx";
import { phone, webAddress, z } from "../../../kit/form/rules.ts";
import { useShopForm } from "../use-shop-form.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

type FormProps = PanelProps & { close: () => void };

/** The shop's contact details. */
export function ContactPanel({ shop }: PanelProps) {
  return (
    <EditPanel
      shopId={shop.id}
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
