import { useDone } from "../../../components/admin/use-undo.ts";
import { call } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";

interface Props {
  shop: { id: string; name: string; paidUntil: string | null };
  small?: boolean;
  /** Where to go after the deletion. */
  after?: () => void;
}

/** Asks, deletes, and offers undo. */
export function DeleteShop({ shop, small = false, after }: Props) {
  const [question, confirm] = useConfirm();
  const tell = useChanged();
  const done = useDone();
  const remove = useAction(
    () => call("delete", "/api/admin/coffee-shops/{id}", { path: { id: shop.id } }),
    {
      done: ({ entry }) => {
        done("Coffee shop deleted", entry, shop.name);
        void tell(`shop:${shop.id}`);
        after?.();
      },
      failed: { title: "Error", text: "Failed to delete coffee shop" },
    },
  );
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete “${shop.name}”?`,
      text: (
        <>
          <p>Its page will say it's been removed. You can restore it from the audit log.</p>
          {shop.paidUntil && (
            <p className="mt-2">
              Someone is paying for its boost. Deleting the shop doesn't cancel or refund the
              subscription.
            </p>
          )}
        </>
      ),
      verb: "Delete coffee shop",
      keep: "Keep it",
      destructive: true,
    });
    if (isSure) void remove.start(undefined);
  };
  return (
    <>
      {question}
      <button
        type="button"
        className={`button button-danger ${small ? "button-small" : ""}`}
        aria-disabled={remove.busy}
        onClick={() => void ask()}
      >
        {remove.busy ? "Deleting…" : "Delete"}
        {small && <span className="sr-only"> {shop.name}</span>}
      </button>
    </>
  );
}
