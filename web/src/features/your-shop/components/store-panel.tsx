import type { YourShop } from "../../../api/your-shop.ts";
import { call, useRefresh } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextField } from "../../../kit/form/inputs.tsx";
import { text, webAddress, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { paths } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";
import { EditPanel } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

/** The shop's online store, which boosted pages link to. */
export function StorePanel({ shop }: PanelProps) {
  const { onlineStoreUrl, onlineStoreName, isBoosted, role, slug } = shop;
  if (role === "submitter") return null;
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
          <a className="link" href={paths.boost(slug)}>
            Boost This Shop
          </a>
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

function StoreForm({ shop, close }: PanelProps & { close: () => void }) {
  const refresh = useRefresh();
  const toast = useToast();
  const form = useForm({
    id: "online-store-form",
    schema: store,
    initial: {
      onlineStoreUrl: shop.onlineStoreUrl ?? "",
      onlineStoreName: shop.onlineStoreName ?? "",
    },
    submit: ({ onlineStoreUrl, onlineStoreName }) =>
      call("patch", "/api/coffee-shops/{slugOrId}", {
        path: { slugOrId: shop.slug },
        body: { onlineStoreUrl, onlineStoreName },
      }),
    done: () => {
      void refresh("/api/");
      toast({ title: "Saved" });
      close();
    },
    failed: "Your change couldn't be saved. Please try again.",
    draft: `your-shop-${shop.id}-online-store`,
  });
  return (
    <Form form={form}>
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
      <div className="mt-5 flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Saving...">
          Save
        </SubmitButton>
        <button
          type="button"
          className="button"
          onClick={() => {
            form.startOver();
            close();
          }}
        >
          Cancel
        </button>
      </div>
    </Form>
  );
}
