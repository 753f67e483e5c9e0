import type { ShopRun } from "../../components/admin/run-words.ts";
import { RunShops, ShopRuns } from "../../components/admin/shop-runs.tsx";
import { call, useApi, useRefresh } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { Async } from "../../kit/states.tsx";
import { useAction } from "../../kit/use-action.ts";
import { plural } from "../../lib/text.ts";
import { useToast } from "../../ui/toast.tsx";

const ROOM = "/api/admin/content-enhancement";

/** Past runs, with their texts and the button that takes them back. */
export function TextRuns() {
  const runs = useApi(`${ROOM}/runs`);
  return (
    <ShopRuns
      runs={runs}
      words={{ done: ["text written", "texts written"], refused: "refused by the checks" }}
      detail={(run) => <Texts run={run} />}
      action={(run) => run.done > 0 && <TakeBack run={run} />}
    />
  );
}

function Texts({ run }: { run: ShopRun }) {
  const detail = useApi(`${ROOM}/runs/{id}`, { path: { id: run.id } });
  return (
    <Async result={detail} what="the run's shops">
      {(loaded) => <RunShops detail={loaded} />}
    </Async>
  );
}

function TakeBack({ run }: { run: ShopRun }) {
  const refresh = useRefresh();
  const toast = useToast();
  const [confirmation, confirm] = useConfirm();
  const undo = useAction(() => call("post", `${ROOM}/runs/{id}/undo`, { path: { id: run.id } }), {
    done: (answer) => {
      if (!("jobId" in answer))
        toast({
          title: "Texts taken back",
          text:
            answer.kept > 0
              ? `${plural(answer.kept, "text")} had changed since and stayed.`
              : run.label,
        });
      void refresh(ROOM);
    },
    failed: { title: "Error", text: "Failed to take the texts back" },
  });
  const start = async () => {
    const isMeant = await confirm({
      title: `Take back ${plural(run.done, "text")}?`,
      text: "The shops' pages no longer show them. Texts that have changed since stay.",
      verb: "Take back",
      destructive: true,
    });
    if (isMeant) await undo.start(undefined);
  };
  return (
    <>
      {confirmation}
      <button
        type="button"
        className="button button-small"
        aria-disabled={undo.busy}
        onClick={() => void start()}
      >
        Take back texts<span className="sr-only">{` of ${run.label}`}</span>
      </button>
    </>
  );
}
