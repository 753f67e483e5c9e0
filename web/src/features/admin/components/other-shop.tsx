import { useId, useState } from "react";
import { Combobox } from "../../../kit/combobox.tsx";
import { findShops } from "./find-shops.ts";
import type { Question } from "./import-words.ts";
import type { useDecisions } from "./use-decisions.ts";

interface Props {
  question: Question;
  decisions: ReturnType<typeof useDecisions>;
}

/** The record is a shop that isn't beside it. What is typed stays while the list changes. */
export function OtherShop({ question, decisions }: Props) {
  const id = useId();
  const [typed, setTyped] = useState("");
  const [shop, setShop] = useState<{ id: string; name: string } | null>(null);
  const { join, isBusy } = decisions;
  return (
    <details>
      <summary>Another shop</summary>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <div className="relative min-w-0 flex-1 basis-60">
          <label htmlFor={id} className="field-label">
            Find by name
          </label>
          <Combobox
            label="Coffee shops"
            text={typed}
            onText={(text) => {
              setTyped(text);
              setShop(null);
            }}
            onChoose={({ value, text }) => {
              setTyped(text);
              setShop({ id: value, name: text });
            }}
            find={findShops}
            none="No coffee shops found"
            control={{ id }}
          />
        </div>
        {shop && (
          <button
            type="button"
            className="button"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void join.start({ shop: shop.id })}
          >
            {`Same shop as ${shop.name}`}
            <span className="sr-only">{`: ${question.name}`}</span>
          </button>
        )}
      </div>
      <p className="mt-2 text-[0.9375rem] text-soft">
        The shop keeps what it says; missing details are added from the record.
      </p>
    </details>
  );
}
