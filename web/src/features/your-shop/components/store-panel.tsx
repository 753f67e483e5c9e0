import { useState } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { call } from "../../../kit/api.ts";
import { TextField } from "../../../kit/form/inputs.tsx";
import { text, webAddress, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { Undecided, useMerge, type Version } from "../../../kit/merge/use-merge.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { paths } from "../../../lib/paths.ts";
import { useSellsBoosts } from "../../../lib/site.tsx";
import { useToast } from "../../../ui/toast.tsx";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

/** The shop's online store, which boosted pages link to. */
export function StorePanel({ shop }: PanelProps) {
  const { onlineStoreUrl, onlineStoreName, isBoosted, role, slug } = shop;
  const sells = useSellsBoosts();
  if (role === "submitter" || role === "manager") return null;
  return (
    <EditPanel
      shopId={shop.id}
      id="online-store"
      title="Online store"
      edit={(close) => <StoreForm shop={shop} close={close} />}
    >
      <p className="wrap-anywhere mt-2">
        {onlineStoreUrl ?? <span className="text-soft">No online store yet.</span>}
      </p>
      {onlineStoreName && <p>{onlineStoreName}</p>}
      {!isBoosted && (
        <p className="mt-2 text-[0.9375rem] text-soft">
          {"“Buy Our Beans” shows while the page is boosted. "}
          {sells && (
            <a className="link" href={paths.boost(slug)}>
              Boost This Shop
            </a>
          )}
        </p>
      )}
    </EditPanel>
  );
}

const NAME_ALONE =
  "Please enter the store's address, too. Without it, visitors don't see its name.";

const store = z
  .object({ onlineStoreUrl: webAddress(), onlineStoreName: text({ max: 100 }) })
  .check((context) => {
    const { onlineStoreUrl, onlineStoreName } = context.value;
    if (onlineStoreName !== "" && onlineStoreUrl === "")
      context.issues.push({
        code: "custom",
        message: NAME_ALONE,
        path: ["onlineStoreUrl"],
        input: context.value,
      });
  });

type Store = z.infer<typeof store>;
type Row = Pick<YourShop, keyof Store | "version">;

const versionOf = ({ onlineStoreUrl, onlineStoreName, version }: Row): Version<Store> => ({
  fields: { onlineStoreUrl: onlineStoreUrl ?? "", onlineStoreName: onlineStoreName ?? "" },
  version,
});

function StoreForm({ shop, close }: PanelProps & { close: () => void }) {
  const tell = useChanged();
  const toast = useToast();
  const [opened] = useState(() => versionOf(shop));
  const merge = useMerge({
    versionOf,
    save: (fields: Partial<Store>, { version }: Version<Store>) =>
      call("patch", "/api/coffee-shops/{slugOrId}", {
        path: { slugOrId: shop.slug },
        body: { ...fields, version },
      }),
  });
  const form = useForm({
    id: "online-store-form",
    schema: store,
    initial: opened.fields,
    base: opened,
    submit: (values, base) => merge.run(base as Version<Store>, values),
    done: (answer, _, isMore) => {
      const now = versionOf(answer);
      form.restart(now.fields, now);
      void tell(`shop:${shop.id}`);
      toast({ title: "Saved" });
      if (!isMore) close();
    },
    restarted: merge.forget,
    refused: (error) => error instanceof Undecided,
    failed: "Your change couldn't be saved. Please try again.",
    draft: `your-shop-${shop.id}-online-store`,
  });
  const leave = () => {
    form.startOver();
    close();
  };
  return (
    <PanelForm state={{ form, merge, isWaiting: false, leave }}>
      <TextField
        form={form}
        name="onlineStoreUrl"
        label="Address of the store"
        type="url"
        autoComplete="off"
        optional
      />
      <TextField
        form={form}
        name="onlineStoreName"
        label="Name of the store"
        autoComplete="off"
        optional
      />
    </PanelForm>
  );
}
