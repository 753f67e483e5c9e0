import { useEffect, useRef, useState } from "react";
import type { Chosen } from "../../../components/admin/list/chosen.ts";
import { RunProgress } from "../../../components/admin/run-progress.tsx";
import { type Answer, call, fieldProblems } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";
import { countText, plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { changesOf, type Given } from "./bulk-fields.ts";
import { BulkForm } from "./bulk-form.tsx";
import { BulkPreview } from "./bulk-preview.tsx";

/** The job that applies bulk edits. */
export const JOB = "administration.bulk_edit";

export type Preview = Answer<"post", "/api/admin/bulk-edits">;

interface Props {
  query: { search: string; visibility: string };
  chosen: Chosen;
}

type Visibility = "listed" | "unpublished" | "closed" | "deleted" | "unconfirmed" | "boosted";

/** Choose what to change, look at it, apply it. */
export function BulkEdit({ query: { search, visibility }, chosen }: Props) {
  const tell = useChanged();
  const toast = useToast();
  const [given, setGiven] = useState<Given>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [preview, setPreview] = useState<Preview | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // What would change is read first, by keyboard and screen reader too.
  useEffect(() => {
    if (preview) heading.current?.focus();
  }, [preview]);
  const look = useAction(
    () =>
      call("post", "/api/admin/bulk-edits", {
        body: {
          search,
          ...(visibility ? { visibility: visibility as Visibility } : {}),
          ...(chosen.all ? { except: [...chosen.ids] } : { only: [...chosen.ids] }),
          changes: changesOf(given),
        },
      }).catch((error: unknown) => {
        const found = fieldProblems(error);
        setProblems(Object.fromEntries(found.map(({ field, message }) => [field, message])));
        throw error;
      }),
    {
      done: (answer) => {
        setProblems({});
        setPreview(answer);
      },
      failed: { title: "Couldn't look at the changes", text: "Please try again." },
    },
  );
  const apply = useAction(
    (id: string) => call("post", "/api/admin/bulk-edits/{id}/apply", { path: { id } }),
    {
      done: (answer) => {
        if (!("jobId" in answer)) {
          const left = answer.skipped + answer.refused + answer.failed;
          toast({
            title: `${plural(answer.done, "coffee shop")} updated`,
            text: left > 0 ? `${countText(left)} stayed as they were; see below.` : answer.label,
          });
        }
        setPreview(null);
        setGiven({});
        void tell("shop", "run");
      },
      failed: { title: "Couldn't apply the changes", text: "Please try again." },
    },
  );
  const what = chosen.all
    ? chosen.ids.length > 0
      ? `All that match, but ${countText(chosen.ids.length)}`
      : "All that match"
    : plural(chosen.ids.length, "coffee shop");
  const filter = [search && `“${search}”`, visibility].filter(Boolean).join(", ");
  return (
    <>
      <p className="mb-5">
        <strong>{what}</strong>
        {filter && <span className="text-soft">{` (${filter})`}</span>}
      </p>
      <RunProgress kind={JOB} name="Bulk edit" onEnded={() => void tell("shop", "run")} />
      {preview ? (
        <section aria-labelledby="preview-title">
          <h3 id="preview-title" ref={heading} tabIndex={-1} className="mb-3 font-bold text-xl">
            {preview.changing === 0
              ? "Nothing would change"
              : `${plural(preview.changing, "coffee shop")} would change`}
          </h3>
          <BulkPreview preview={preview} />
          <div className="mt-6 flex flex-wrap gap-3">
            {preview.id !== null && (
              <button
                type="button"
                className="button button-primary"
                aria-disabled={apply.busy}
                onClick={() => preview.id !== null && void apply.start(preview.id)}
              >
                {apply.busy ? "Applying…" : `Apply to ${plural(preview.changing, "coffee shop")}`}
              </button>
            )}
            <button type="button" className="button" onClick={() => setPreview(null)}>
              Change something
            </button>
          </div>
        </section>
      ) : (
        <BulkForm
          given={given}
          onGiven={setGiven}
          problems={problems}
          busy={look.busy}
          onLook={() => void look.start(undefined)}
        />
      )}
    </>
  );
}
