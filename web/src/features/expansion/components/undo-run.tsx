import type { components } from "../../../api/schema.gen.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { UndoButton } from "../../../kit/undo-button.tsx";
import { useAction } from "../../../kit/use-action.ts";
import { plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";

type Undone = components["schemas"]["ExpansionUndone"];

interface Props {
  undo: () => Promise<Undone>;
  verb?: string;
  /** For screen readers, after the verb. */
  what: string;
}

/** Takes back what a run added, and says how much of it stays. */
export function UndoRun({ undo, verb = "Undo", what }: Props) {
  const tell = useChanged();
  const toast = useToast();
  const { start } = useAction((_: null) => undo(), {
    done: ({ removed, kept }) => {
      toast({
        title: `${plural(removed, "coffee shop")} removed`,
        ...(kept > 0
          ? { text: `${plural(kept, "coffee shop")} changed since and stayed: the run says why.` }
          : {}),
      });
      void tell("everything");
    },
    failed: { title: "Couldn't undo the run", text: "Please try again." },
  });
  return <UndoButton undo={() => start(null)} verb={verb} what={what} />;
}
