import { useMemo, useState } from "react";
import { useDone } from "../../../components/admin/use-undo.ts";
import { call } from "../../../kit/api.ts";
import { FOUR_DIGITS, hasFourDigits, inTwoYears } from "../../../kit/days.ts";
import { ALL_AMENITIES } from "../../../kit/form/all-amenities.ts";
import { AmenityFields } from "../../../kit/form/amenity-fields.tsx";
import { categoriesOf } from "../../../kit/form/categories.ts";
import { CategoriesField } from "../../../kit/form/categories-field.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { CheckboxField, TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { LinkFields, linkRules, linkValues } from "../../../kit/form/link-fields.tsx";
import { PriceField, priceOf, priceText } from "../../../kit/form/price-field.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { factOf, yesNo, yesNoChoices } from "../../../kit/form/yes-no.ts";
import { MergeNotice } from "../../../kit/merge/merge-notice.tsx";
import { Undecided, useMerge, type Version } from "../../../kit/merge/use-merge.ts";
import { useNewer } from "../../../kit/merge/use-newer.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { eachOf } from "../../../lib/amenities.ts";
import { OfferTown, type UnknownTown, unknownTownOf } from "./offer-town.tsx";
import type { AdminShop } from "./shop-badges.tsx";

const facts = z.object({
  name: text({ required: "Name is required", max: 200 }),
  address: text({ required: "Address is required", max: 300 }),
  phone: text({ max: 64 }),
  website: text({ max: 500 }),
  description: text({ max: 2000 }),
  imageUrl: text({ max: 2000 }),
  hours: text({ max: 1000 }),
  timeZone: text({ max: 64 }),
  isActive: z.boolean(),
  permanentlyClosed: z.boolean(),
  isConfirmed: z.boolean(),
  ...eachOf(ALL_AMENITIES, () => z.string()),
  ...linkRules(),
  categories: z.string(),
  priceLevel: z.string(),
  isBoosted: z.boolean(),
  boostedUntil: z.string(),
  onlineStoreUrl: text({ max: 500 }),
  onlineStoreName: text({ max: 100 }),
});

type Values = z.infer<typeof facts>;

/** What is wrong with the day on which a boost ends. One that is there already may be later. */
function mistakeOfEnd({ isBoosted, boostedUntil }: Values, known: string): string | null {
  if (!isBoosted || boostedUntil === known) return null;
  if (!hasFourDigits(boostedUntil)) return FOUR_DIGITS;
  return boostedUntil > inTwoYears() ? "Please choose a day within two years." : null;
}

/** The rules for the facts of a shop whose boost ends on `known`. */
const schemaOf = (known: string) =>
  facts.check((context) => {
    const message = mistakeOfEnd(context.value, known);
    if (message)
      context.issues.push({
        code: "custom",
        message,
        path: ["boostedUntil"],
        input: context.value,
      });
  });

const ANSWERS = yesNoChoices("Not known");

function valuesOf(shop: AdminShop): Values {
  return {
    name: shop.name,
    address: shop.address,
    phone: shop.phone ?? "",
    website: shop.website ?? "",
    description: shop.description ?? "",
    imageUrl: shop.imageUrl ?? "",
    hours: shop.hours ?? "",
    timeZone: shop.timeZone ?? "",
    isActive: shop.isActive,
    permanentlyClosed: shop.permanentlyClosed,
    isConfirmed: !shop.isUnconfirmed,
    ...eachOf(ALL_AMENITIES, ({ field }) => yesNo(shop[field])),
    ...linkValues(shop),
    categories: shop.categories.join("\n"),
    priceLevel: priceText(shop.priceLevel),
    isBoosted: shop.isBoosted,
    boostedUntil: shop.boostedUntil?.slice(0, 10) ?? "",
    onlineStoreUrl: shop.onlineStoreUrl ?? "",
    onlineStoreName: shop.onlineStoreName ?? "",
  };
}

/** The form's fields, and the moment behind the date when a boost ends. */
type Saved = Values & { endsAt: string | null };

const versionOf = (shop: AdminShop): Version<Saved> => ({
  fields: { ...valuesOf(shop), endsAt: shop.boostedUntil },
  version: shop.version,
});

/** The last second of the chosen day (UTC); the original moment if the day is unchanged. */
function endOf(day: string, { endsAt }: Saved): string | null {
  if (day === "") return null;
  return endsAt?.slice(0, 10) === day ? endsAt : `${day}T23:59:59Z`;
}

function bodyOf(values: Values, { fields, version }: Version<Saved>) {
  const { isConfirmed, boostedUntil, ...rest } = values;
  return {
    ...rest,
    version,
    ...eachOf(ALL_AMENITIES, ({ field }) => factOf(values[field])),
    categories: categoriesOf(values.categories),
    priceLevel: priceOf(values.priceLevel),
    ...(isConfirmed ? { isUnconfirmed: false } : {}),
    ...(values.isBoosted ? { boostedUntil: endOf(boostedUntil, fields) } : {}),
  };
}

/** A shop's facts. If someone edited the same ones meanwhile, both are shown before anything is saved. */
export function ShopForm({ shop }: { shop: AdminShop }) {
  const tell = useChanged();
  const done = useDone();
  const [town, setTown] = useState<UnknownTown | null>(null);
  const merge = useMerge({
    versionOf,
    save: (fields: Partial<Saved>, over) =>
      call("put", "/api/admin/coffee-shops/{id}", {
        path: { id: shop.id },
        body: bodyOf(fields as Values, over),
      }),
  });
  const known = valuesOf(shop).boostedUntil;
  const schema = useMemo(() => schemaOf(known), [known]);
  const form = useForm({
    id: "shop",
    schema,
    initial: valuesOf(shop),
    base: versionOf(shop),
    submit: (values, base) => {
      setTown(null);
      return merge.run(base as Version<Saved>, values);
    },
    done: (answer) => {
      form.restart(valuesOf(answer), versionOf(answer));
      const title = answer.entry ? "Coffee shop updated" : "Nothing was changed";
      done(title, answer.entry, answer.notices.join(" "));
      void tell(`shop:${shop.id}`);
    },
    restarted: merge.forget,
    refused: (error) => {
      setTown(unknownTownOf(error));
      return error instanceof Undecided;
    },
    failed: "Failed to update coffee shop",
    draft: `admin-shop-${shop.id}`,
  });
  const isBoosted = form.hook.watch("isBoosted");
  useNewer(form, valuesOf(shop), versionOf(shop));
  return (
    <section aria-labelledby="facts-title">
      <h3 id="facts-title" className="mb-3 font-bold text-xl">
        Facts
      </h3>
      <Form form={form} className="max-w-text" label="Facts">
        <TextField form={form} name="name" label="Name" autoComplete="off" />
        <TextField
          form={form}
          name="address"
          label="Address"
          hint="Number and street, city, state and ZIP code."
          autoComplete="off"
        />
        {town && <OfferTown town={town} made={() => setTown(null)} />}
        <TextField form={form} name="phone" label="Phone" type="tel" optional autoComplete="off" />
        <TextField
          form={form}
          name="website"
          label="Website"
          type="url"
          optional
          autoComplete="off"
        />
        <TextArea form={form} name="description" label="Description" optional most={2000} />
        <TextField
          form={form}
          name="hours"
          label="Hours"
          hint="For example: Mo-Fr 07:00-15:00; Sa 08:00-14:00"
          optional
          autoComplete="off"
        />
        <TextField
          form={form}
          name="timeZone"
          label="Time zone"
          hint={`For example: America/Denver. Leave it empty for the town’s. The shop’s clocks now: ${shop.currentTimeZone}`}
          optional
          autoComplete="off"
          spellCheck={false}
        />
        <TextField
          form={form}
          name="imageUrl"
          label="Image URL"
          hint="A new URL is downloaded and becomes the first photo. Clear it to remove that photo."
          optional
          autoComplete="off"
        />
        <TextField
          form={form}
          name="onlineStoreUrl"
          label="Online store URL"
          type="url"
          optional
          autoComplete="off"
        />
        <TextField
          form={form}
          name="onlineStoreName"
          label="Online store name"
          optional
          autoComplete="off"
        />
        <LinkFields form={form} />
        <CategoriesField form={form} />
        <PriceField form={form} unknown="Not known" />
        <AmenityFields form={form} amenities={ALL_AMENITIES} words="plain" choices={ANSWERS} />
        <CheckboxField form={form} name="isActive" label="Published" optional />
        <CheckboxField form={form} name="permanentlyClosed" label="Permanently closed" optional />
        {shop.isUnconfirmed && (
          <CheckboxField form={form} name="isConfirmed" label="Listing checked" optional />
        )}
        <CheckboxField
          form={form}
          name="isBoosted"
          label="Boosted"
          hint={
            shop.paidUntil
              ? "Paid. Unchecking ends only a complimentary boost."
              : "A complimentary boost. It ends on the date below, or after 30 days."
          }
          optional
        />
        {isBoosted && (
          <TextField
            form={form}
            name="boostedUntil"
            label="Boosted until"
            hint="Ends at midnight UTC on this date."
            type="date"
            max={inTwoYears()}
            optional
            autoComplete="off"
          />
        )}
        <MergeNotice
          what="shop"
          collision={merge.collision}
          choose={merge.choose}
          labelOf={(field) => LABELS[field as keyof Values]}
          textOf={(field, of) => inWords(of[field] ?? "")}
        />
        <div className="mt-6">
          <SubmitButton form={form} busy="Saving...">
            Save changes
          </SubmitButton>
        </div>
      </Form>
    </section>
  );
}

const LABELS: Record<keyof Values, string> = {
  name: "Name",
  address: "Address",
  phone: "Phone",
  website: "Website",
  description: "Description",
  imageUrl: "Image URL",
  hours: "Hours",
  timeZone: "Time zone",
  isActive: "Published",
  permanentlyClosed: "Permanently closed",
  isConfirmed: "Listing checked",
  ...eachOf(ALL_AMENITIES, ({ plain }) => plain),
  menuUrl: "Menu link",
  instagram: "Instagram",
  facebook: "Facebook",
  publicEmail: "Public email",
  categories: "Categories",
  priceLevel: "Price level",
  isBoosted: "Boosted",
  boostedUntil: "Boosted until",
  onlineStoreUrl: "Online store URL",
  onlineStoreName: "Online store name",
};

const inWords = (value: string | boolean) =>
  typeof value === "string" ? value : value ? "Yes" : "No";
