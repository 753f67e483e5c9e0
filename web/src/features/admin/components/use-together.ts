import { useDone } from "../../../components/admin/use-undo.ts";
import { type Answer, type Body, call } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";
import { plural } from "../../../lib/text.ts";

type Decided = Answer<"post", "/api/admin/import-questions/decide">;
type Decision = Body<"post", "/api/admin/import-questions/decide">["decision"];

interface Input {
  decision: Decision;
  records: readonly { id: string; version: number }[];
  /** Decides about later records of these names, too. */
  always?: boolean;
}

const DONE: Record<Decision, string> = {
  accept: "added",
  refuse: "left out",
  same: "matched with their shops",
};

function skippedText({ skipped, changed }: Decided): string | undefined {
  if (skipped === 0) return undefined;
  if (changed === 0) return `${skipped} skipped, because they were answered meanwhile`;
  return `${skipped} skipped, ${changed} of them changed since you opened this page. Please check again.`;
}

/** One answer to several questions, with one undo. */
export function useTogether(onDone: () => void) {
  const tell = useChanged();
  const done = useDone();
  return useAction(
    ({ decision, records, always = false }: Input) =>
      call("post", "/api/admin/import-questions/decide", {
        body: {
          decision,
          always,
          ids: records.map(({ id }) => id),
          versions: records.map(({ version }) => version),
        },
      }),
    {
      done: (decided, { decision }) => {
        const title = `${plural(decided.done, "record")} ${DONE[decision]}`;
        done(title, decided.entries[0] ?? null, skippedText(decided));
        onDone();
        void tell("import", "shop", "chain");
      },
      failed: { title: "Couldn't save the decision", text: "Please try again." },
    },
  );
}
