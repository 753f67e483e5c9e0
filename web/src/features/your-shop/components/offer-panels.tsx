import { lazy, Suspense } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { ALL_OWNER_AMENITIES } from "../../../kit/form/all-amenities.ts";
import { AmenityFields } from "../../../kit/form/amenity-fields.tsx";
import { categoriesRule } from "../../../kit/form/categories.ts";
import { PriceField, priceOf, priceText } from "../../../kit/form/price-field.tsx";
import { z } from "../../../kit/form/rules.ts";
import { factOf, yesNo, yesNoChoices } from "../../../kit/form/yes-no.ts";
import { Loading } from "../../../kit/states.tsx";
import { eachOf } from "../../../lib/amenities.ts";
import { LIST } from "../../../ui/list-role.ts";
import { useShopForm } from "../use-shop-form.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

type FormProps = PanelProps & { close: () => void };

/** With its search: nobody needs it before they edit. */
const CategoriesField = lazy(async () => {
  const loaded = await import("../../../kit/form/categories-field.tsx");
  return { default: loaded.CategoriesField<{ categories: string; priceLevel: string }> };
});

const ANSWERS = yesNoChoices("Not said");

/** The shop's amenities. */
export function AmenitiesPanel({ shop }: PanelProps) {
  const said = ALL_OWNER_AMENITIES.filter(({ field }) => shop[field] !== null);
  return (
    <EditPanel
      shopId={shop.id}
      id="amenities"
      title="Amenities"
      edit={(close) => <AmenitiesForm shop={shop} close={close} />}
    >
      {said.length === 0 ? (
        <p className="mt-2 text-soft">Nothing yet. Visitors filter by these.</p>
      ) : (
        <ul {...LIST} className="mt-2 flex flex-wrap gap-2">
          {said.map(({ field, label }) => (
            <li key={field} className={shop[field] ? "badge badge-blue" : "badge"}>
              {shop[field] ? label : `No ${label}`}
            </li>
          ))}
        </ul>
      )}
    </EditPanel>
  );
}

const amenities = z.object(eachOf(ALL_OWNER_AMENITIES, () => z.string()));

function AmenitiesForm({ shop, close }: FormProps) {
  const state = useShopForm({
    shop,
    panel: "amenities",
    schema: amenities,
    initial: eachOf(ALL_OWNER_AMENITIES, ({ field }) => yesNo(shop[field])),
    fieldsOf: (sent) => eachOf(ALL_OWNER_AMENITIES, ({ field }) => factOf(sent[field])),
    close,
  });
  return (
    <PanelForm state={state}>
      <AmenityFields
        form={state.form}
        amenities={ALL_OWNER_AMENITIES}
        words="label"
        choices={ANSWERS}
      />
    </PanelForm>
  );
}

/** The kind of shop, and what it costs. */
export function CategoriesPanel({ shop }: PanelProps) {
  return (
    <EditPanel
      shopId={shop.id}
      id="categories"
      title="Categories and prices"
      edit={(close) => <CategoriesForm shop={shop} close={close} />}
    >
      {shop.categories.length === 0 ? (
        <p className="mt-2 text-soft">No categories yet, such as “Coffee Shop” or “Bakery”.</p>
      ) : (
        <ul {...LIST} className="mt-2 flex flex-wrap gap-2">
          {shop.categories.map((category) => (
            <li key={category} className="badge">
              {category}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2">
        {shop.priceLevel === null ? (
          <span className="text-soft">No price level yet.</span>
        ) : (
          `Price level: ${"$".repeat(shop.priceLevel)}`
        )}
      </p>
    </EditPanel>
  );
}

const categories = z.object({ categories: categoriesRule(), priceLevel: z.string() });

function CategoriesForm({ shop, close }: FormProps) {
  const state = useShopForm({
    shop,
    panel: "categories",
    schema: categories,
    initial: { categories: shop.categories.join("\n"), priceLevel: priceText(shop.priceLevel) },
    fieldsOf: (sent) => ({ ...sent, priceLevel: priceOf(sent.priceLevel) }),
    close,
  });
  return (
    <PanelForm state={state}>
      <Suspense fallback={<Loading what="the categories" />}>
        <CategoriesField form={state.form} />
      </Suspense>
      <PriceField form={state.form} unknown="Not said" />
    </PanelForm>
  );
}
