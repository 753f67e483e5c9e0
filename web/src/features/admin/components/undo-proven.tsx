import { useUndo } from "../../../components/admin/use-undo.ts";
import type { Answer } from "../../../kit/api.ts";
import { dayText } from "../../../kit/time.ts";
import { UndoButton } from "../../../kit/undo-button.tsx";

interface Props {
  claim: Pick<Answer<"get", "/api/admin/business-claims">[number], "ownerName"> & {
    coffeeShop: { name: string };
  };
  /** The approval, in the audit log. */
  entry: string;
  until: string;
}

/** Nobody has looked at a claim that its proof approved, so it can be undone here for two weeks (D100). */
export function UndoProven({ claim, entry, until }: Props) {
  const undo = useUndo();
  const { ownerName, coffeeShop } = claim;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <p>{`Approved by its proof. You can undo that here until ${dayText(until)}.`}</p>
      <UndoButton
        undo={() => undo(entry, `${coffeeShop.name}, ${ownerName}`)}
        what={`the approval for ${ownerName}`}
        question={{
          title: `Undo the approval for “${coffeeShop.name}”?`,
          text: `${ownerName} no longer owns the shop, and the claim waits for your decision.`,
          verb: "Undo the approval",
        }}
      />
    </div>
  );
}
