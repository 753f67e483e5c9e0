import type { YourShop } from "../../../api/your-shop.ts";
import { TextField } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useShopForm } from "../use-shop-form.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

/** What the shop is called. */
export function NamePanel({ shop }: PanelProps) {
  return (
    <EditPanel
      shopId={shop.id}
      id="name"
      title="Name"
      edit={(close) => <NameForm shop={shop} close={close} />}
    >
      <p className="mt-2">{shop.name}</p>
    </EditPanel>
  );
}

const name = z.object({
  name: text({ required: "Name is required", max: 200, label: "Name" }),
});

function NameForm({ shop, close }: PanelProps & { close: () => void }) {
  const state = useShopForm({
    shop,
    panel: "name",
    schema: name,
    initial: { name: shop.name },
    fieldsOf: (sent) => sent,
    close,
  });
  return (
    <PanelForm state={state}>
      <TextField
        form={state.form}
        name="name"
        label="Name"
        hint={
          shop.role === "submitter"
            ? "We check a new name before visitors see it, because your claim isn’t decided yet."
            : "As on the sign. The page keeps its address."
        }
        autoComplete="off"
      />
    </PanelForm>
  );
}
