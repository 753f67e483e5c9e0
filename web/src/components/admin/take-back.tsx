import type { components } from "../../api/schema.gen.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { useAction } from "../../kit/use-action.ts";
import { plural } from "../../lib/text.ts";
import { useToast } from "../../ui/toast.tsx";
import type { ShopRun } from "./run-words.ts";

type Schemas = components["schemas"];

interface Props {
  run: ShopRun;
  /** What it made: "text", "texts" and "Texts". */
  words: [string, string, string];
  undo: () => Promise<Schemas["TakenBack"] | Schemas["StartedRun"]>;
  /** Called when the call has ended, even if the run goes on. */
  done: () => void;
}

/** The button that takes back what a run did, after asking. */
export function TakeBack({ run, words: [one, many, title], undo, done }: Props) {
  const toast = useToast();
  const [confirmation, confirm] = useConfirm();
  const { start, busy } = useAction(undo, {
    done: (answer) => {
      if (!("jobId" in answer))
        toast({
          title: `${title} taken back`,
          text:
            answer.kept > 0
              ? `${plural(answer.kept, one, many)} had changed since and stayed.`
              : run.label,
        });
      done();
    },
    failed: { title: "Error", text: `Failed to take the ${many} back` },
  });
  const ask = async () => {
    const isMeant = await confirm({
      title: `Take back ${plural(run.done, one, many)}?`,
      text: `The shops' pages no longer show them. ${title} that have changed since stay.`,
      verb: "Take back",
      destructive: true,
    });
    if (isMeant) await start(undefined);
  };
  return (
    <>
      {confirmation}
      <button
        type="button"
        className="button button-small"
        aria-disabled={busy}
        onClick={() => void ask()}
      >
        {`Take back ${many}`}
        <span className="sr-only">{` of ${run.label}`}</span>
      </button>
    </>
  );
}
