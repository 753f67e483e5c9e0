import type { AmenityField, YourShop } from "../../../api/your-shop.ts";
import { SelectField, TextArea } from "../../../kit/form/inputs.tsx";
import { z } from "../../../kit/form/rules.ts";
import { categoriesRule } from "../categories.ts";
import { useShopForm } from "../use-shop-form.ts";
import { AMENITY_FIELDS, AMENITY_LABELS } from "../words.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

type FormProps = PanelProps & { close: () => void };

const ANSWERS = [
  { value: "", text: "Not said" },
  { value: "yes", text: "Yes" },
  { value: "no", text: "No" },
] as const;

const answerOf = (value: boolean | null) => (value === null ? "" : value ? "yes" : "no");
const valueIn = (answer: string) => (answer === "" ? null : answer === "yes");

const every = <T,>(make: (field: AmenityField) => T) =>
  Object.fromEntries(AMENITY_FIELDS.map((field) => [field, make(field)])) as Record<
    AmenityField,
    T
  >;

/** The shop's amenities. */
export function AmenitiesPanel({ shop }: PanelProps) {
  const said = AMENITY_FIELDS.filter((field) => shop[field] !== null);
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
        <ul className="mt-2 flex flex-wrap gap-2">
          {said.map((field) => (
            <li key={field} className={shop[field] ? "badge badge-blue" : "badge"}>
              {shop[field] ? AMENITY_LABELS[field] : `No ${AMENITY_LABELS[field]}`}
            </li>
          ))}
        </ul>
      )}
    </EditPanel>
  );
}

const amenities = z.object(every(() => z.string()));

function AmenitiesForm({ shop, close }: FormProps) {
  const state = useShopForm({
    shop,
    panel: "amenities",
    schema: amenities,
    initial: every((field) => answerOf(shop[field])),
    fieldsOf: (sent) => every((field) => valueIn(sent[field])),
    close,
  });
  return (
    <PanelForm state={state}>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {AMENITY_FIELDS.map((field) => (
          <SelectField
            key={field}
            form={state.form}
            name={field}
            label={AMENITY_LABELS[field]}
            choices={ANSWERS}
            optional
          />
        ))}
      </div>
    </PanelForm>
  );
}

/** The kind of shop. */
export function CategoriesPanel({ shop }: PanelProps) {
  return (
    <EditPanel
      shopId={shop.id}
      id="categories"
      title="Categories"
      edit={(close) => <CategoriesForm shop={shop} close={close} />}
    >
      {shop.categories.length === 0 ? (
        <p className="mt-2 text-soft">None yet, such as “Coffee Shop”, “Bakery” or “Roastery”.</p>
      ) : (
        <ul className="mt-2 flex flex-wrap gap-2">
          {shop.categories.map((category) => (
            <li key={category} className="badge">
              {category}
            </li>
          ))}
        </ul>
      )}
    </EditPanel>
  );
}

const categories = z.object({ categories: categoriesRule() });

function CategoriesForm({ shop, close }: FormProps) {
  const state = useShopForm({
    shop,
    panel: "categories",
    schema: categories,
    initial: { categories: shop.categories.join("\n") },
    fieldsOf: (sent) => sent,
    close,
  });
  return (
    <PanelForm state={state}>
      <TextArea
        form={state.form}
        name="categories"
        label="Categories"
        hint="One per line, up to 6."
        rows={6}
        optional
      />
    </PanelForm>
  );
}
