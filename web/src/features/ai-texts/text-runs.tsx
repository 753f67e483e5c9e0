import type { ShopRun } from "../../components/admin/run-words.ts";
import { RunShops, ShopRuns } from "../../components/admin/shop-runs.tsx";
import { TakeBack } from "../../components/admin/take-back.tsx";
import { call, useApi, useRefresh } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";

const ROOM = "/api/admin/content-enhancement";

/** Past runs, with their texts and the button that takes them back. */
export function TextRuns() {
  const runs = useApi(`${ROOM}/runs`);
  const refresh = useRefresh();
  return (
    <ShopRuns
      runs={runs}
      words={{ done: ["text written", "texts written"], refused: "refused by the checks" }}
      detail={(run) => <Texts run={run} />}
      action={(run) =>
        run.done > 0 && (
          <TakeBack
            run={run}
            words={["text", "texts", "Texts"]}
            undo={() => call("post", `${ROOM}/runs/{id}/undo`, { path: { id: run.id } })}
            done={() => void refresh(ROOM)}
          />
        )
      }
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
