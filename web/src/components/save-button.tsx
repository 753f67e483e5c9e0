import type { Shop } from "../api/types.ts";
import { useIsSaved } from "../lib/passport.ts";
import { savedTitle, useRemarks } from "./use-remarks.ts";

/**
 * Saves a shop from a list. A single element with a CSS bookmark (`passport.css`), because a page has dozens of them.
 */
export function SaveButton({ shop }: { shop: Shop }) {
  const saved = useIsSaved(shop.id);
  const say = useRemarks(shop);
  return (
    <button
      type="button"
      className="save"
      aria-label={`Save ${shop.name}`}
      aria-pressed={saved}
      onClick={() => say({ saved: !saved }, savedTitle(!saved))}
    />
  );
}
