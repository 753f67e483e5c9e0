import type { components } from "../../../api/schema.gen.ts";
import { adminPaths } from "../../../components/admin/paths.ts";
import { useToast } from "../../../ui/toast.tsx";
import type { AdminArticle } from "./article-status.tsx";
import { forget } from "./kept-text.ts";

type DeadLink = components["schemas"]["DeadLink"];

/** Someone else saved first: nothing is saved from here any more, but nothing typed is lost. */
export function Conflict({ other, text }: { other: AdminArticle; text: string }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ title: "Text copied" });
    } catch {
      toast({ title: "Not copied", text: "Select the text and copy it.", destructive: true });
    }
  };
  return (
    <div role="alert" className="failed mt-4">
      <p>
        {`This article was edited somewhere else after you opened it (its title is now “${other.title}”). Saving is paused so nothing is lost. Copy your text, then open the newer version.`}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button button-small" onClick={() => void copy()}>
          Copy my text
        </button>
        <button
          type="button"
          className="button button-small"
          onClick={() => {
            forget(other.id);
            window.location.assign(adminPaths.article(other.id));
          }}
        >
          Open the newer version
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
