import type { YourShop } from "../../../api/your-shop.ts";
import { LinkFields, linkRules, linkValues } from "../../../kit/form/link-fields.tsx";
import { z } from "../../../kit/form/rules.ts";
import { useShopForm } from "../use-shop-form.ts";
import { labelOf } from "../words.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

const SHOWN = ["menuUrl", "instagram", "facebook", "publicEmail"] as const;

/** Where else the shop is found. */
export function LinksPanel({ shop }: PanelProps) {
  const known = SHOWN.filter((field) => shop[field] !== null);
  return (
    <EditPanel
      shopId={shop.id}
      id="links"
      title="Menu, profiles and email"
      edit={(close) => <LinksForm shop={shop} close={close} />}
    >
      {known.length === 0 ? (
        <p className="mt-2 text-soft">Nothing yet. People like to see the menu first.</p>
      ) : (
        <dl className="mt-2 grid gap-1">
          {known.map((field) => (
            <div key={field} className="flex flex-wrap gap-x-2">
              <dt className="text-soft">{`${labelOf(field)}:`}</dt>
              <dd className="wrap-anywhere">{shop[field]}</dd>
            </div>
          ))}
        </dl>
      )}
    </EditPanel>
  );
}

const links = z.object(linkRules());

function LinksForm({ shop, close }: PanelProps & { close: () => void }) {
  const state = useShopForm({
    shop,
    panel: "links",
    schema: links,
    initial: linkValues(shop),
    fieldsOf: (sent) => ({
      menuUrl: sent.menuUrl || null,
      instagram: sent.instagram || null,
      facebook: sent.facebook || null,
      publicEmail: sent.publicEmail || null,
    }),
    close,
  });
  return (
    <PanelForm state={state}>
      <LinkFields form={state.form} />
    </PanelForm>
  );
}
