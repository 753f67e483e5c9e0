import type { components } from "../../api/schema.gen.ts";
import { UndoButton } from "../../kit/undo-button.tsx";
import { useAction } from "../../kit/use-action.ts";
import { plural } from "../../lib/text.ts";
import { useToast } from "../../ui/toast.tsx";
import type { ShopRun } from "./run-words.ts";

type Schemas = components["schemas"];

interface Props {
  run: Pick<ShopRun, "label" | "done">;
  /** What it made: "text", "texts" and "Texts". */
  words: [string, string, string];
  /** Where they no longer are. */
  where?: string;
  /** What else to know before. */
  note?: string;
  undo: () => Promise<Schemas["TakenBack"] | Schemas["StartedRun"]>;
  /** Called when the call has ended, even if the run goes on. */
  done: () => void;
}

/** The button that takes back what a run did, after asking. */
export function TakeBack({
  run,
  words: [one, many, title],
  where = "The shops' pages",
  note,
  undo,
  done,
}: Props) {
  const toast = useToast();
  const { start } = useAction(undo, {
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
    failed: { title: `Couldn't take the ${many} back`, text: "Please try again." },
  });
  return (
    <UndoButton
      undo={() => start(undefined)}
      verb={`Take back ${many}`}
      busy="Taking back..."
      what={`of ${run.label}`}
      question={{
        title: `Take back ${plural(run.done, one, many)}?`,
        text: [`${where} no longer show them. ${title} that have changed since stay.`, note]
          .filter(Boolean)
          .join(" "),
        verb: "Take back",
        destructive: true,
      }}
    />
  );
}
