import type { components } from "../../../api/schema.gen.ts";
import { useToast } from "../../../ui/toast.tsx";
import type { Kept } from "./kept-text.ts";

type DeadLink = components["schemas"]["DeadLink"];

interface OlderProps {
  kept: Kept;
  bringBack: () => void;
  discard: () => void;
}

/** Text that was typed in this browser over a version that is no longer the saved one. */
export function Older({ kept, bringBack, discard }: OlderProps) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(kept.values.content);
      toast({ title: "Text copied" });
    } catch {
      toast({ title: "Couldn't copy", text: "Bring the text back to copy it.", destructive: true });
    }
  };
  return (
    <div role="status" className="notice mt-4">
      <p>
        You have unsaved changes in this browser, but the article has been saved somewhere else
        since. Below is what's saved. If both changed the same field, you choose when you save.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button button-small" onClick={bringBack}>
          Bring my changes back
        </button>
        <button type="button" className="button button-small" onClick={() => void copy()}>
          Copy my text
        </button>
        <button type="button" className="button button-small" onClick={discard}>
          Discard my changes
        </button>
      </div>
    </div>
  );
}

/** Links and pictures that readers couldn't follow or see. */
export function DeadLinks({ links }: { links: readonly DeadLink[] }) {
  if (links.length === 0) return null;
  return (
    <div role="status" className="notice mt-4">
      <h3 className="font-bold text-lg">Broken links</h3>
      <ul className="mt-2 grid gap-1">
        {links.map(({ address, reason }) => (
          <li key={address}>
            <code className="break-all">{address}</code>
            {`: ${reason}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
