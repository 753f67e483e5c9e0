import { countText, plural } from "../../../lib/text.ts";
import { countChosen, type useChosen } from "./chosen.ts";

interface Props {
  choice: ReturnType<typeof useChosen>;
  /** How many rows match, on all pages. */
  total: number;
  action: { text: string; href: string };
}

/** How many rows are selected on all pages, and what can be done with them. */
export function ChoiceBar({ choice, total, action }: Props) {
  const count = countChosen(choice.chosen, total);
  return (
    <div className="mb-3 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
      <p role="status" className="text-[0.9375rem]">
        {count === 0 ? "" : `${countText(count)} of ${plural(total, "shop")} selected`}
      </p>
      {count < total && (
        <button type="button" className="text-button py-2" onClick={choice.all}>
          {`Select all ${countText(total)}`}
        </button>
      )}
      {count > 0 && (
        <>
          <button type="button" className="text-button py-2" onClick={choice.none}>
            Clear selection
          </button>
          <a className="button button-small button-primary" href={action.href}>
            {action.text}
          </a>
        </>
      )}
    </div>
  );
}
