import type { YourShop } from "../../../api/your-shop.ts";
import { TextArea } from "../../../kit/form/inputs.tsx";
import { text, z } from "../../../kit/form/rules.ts";
import { useShopForm } from "../use-shop-form.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

const MAX_CHARACTERS = 500;
const MAX_OF_OWNER = 2000;

/** The shop's description of itself. */
export function WordsPanel({ shop }: PanelProps) {
  const { description, ownerDescription, role } = shop;
  return (
    <EditPanel
      shopId={shop.id}
      id="words"
      title="Description"
      edit={(close) => <WordsForm shop={shop} close={close} />}
    >
      {!description && !ownerDescription && <p className="mt-2 text-soft">Nothing yet.</p>}
      {ownerDescription && (
        <>
          <h3 className="mt-3 font-semibold">
            {"In your own words "}
            <span className="badge badge-blue">Verified Owner</span>
          </h3>
          <p className="mt-1 whitespace-pre-line">{ownerDescription}</p>
        </>
      )}
      {description && (
        <>
          {ownerDescription && <h3 className="mt-3 font-semibold">Short description</h3>}
          <p className="mt-1 whitespace-pre-line">{description}</p>
        </>
      )}
      <p className="mt-3 text-[0.9375rem] text-soft">
        {role === "submitter"
          ? "Once we have confirmed that the shop is yours, you can also describe it in your own words. They stand first on the page, with the badge “Verified Owner”."
          : "Words of your own stand first on the page, with the badge “Verified Owner”: it says that the owner wrote them."}
      </p>
    </EditPanel>
  );
}

const words = z.object({
  ownerDescription: text({ max: MAX_OF_OWNER }),
  description: text({ max: MAX_CHARACTERS }),
});

function WordsForm({ shop, close }: PanelProps & { close: () => void }) {
  const mayOwn = shop.role !== "submitter";
  const state = useShopForm({
    shop,
    panel: "words",
    schema: words,
    initial: {
      ownerDescription: shop.ownerDescription ?? "",
      description: shop.description ?? "",
    },
    fieldsOf: ({ ownerDescription, description }) => ({
      description: description || null,
      ...(mayOwn ? { ownerDescription: ownerDescription || null } : {}),
    }),
    close,
  });
  return (
    <PanelForm state={state}>
      {mayOwn && (
        <TextArea
          form={state.form}
          name="ownerDescription"
          label="In your own words"
          hint="Shown with the badge “Verified Owner”."
          most={MAX_OF_OWNER}
          rows={7}
          optional
        />
      )}
      <TextArea
        form={state.form}
        name="description"
        label="Short description"
        most={MAX_CHARACTERS}
        optional
      />
    </PanelForm>
  );
}
