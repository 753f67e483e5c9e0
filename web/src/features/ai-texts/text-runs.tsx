import type { ShopRun } from "../../components/admin/run-words.ts";
import { RunShops, ShopRuns } from "../../components/admin/shop-runs.tsx";
import { TakeBack } from "../../components/admin/take-back.tsx";
import { call, useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { WaitingTexts } from "./waiting-texts.tsx";

const ROOM = "/api/admin/content-enhancement";

/** Past runs, with their texts and the button that takes them back. */
export function TextRuns() {
  const runs = useApi(`${ROOM}/runs`);
  const tell = useChanged();
  return (
    <ShopRuns
      runs={runs}
      words={{ done: ["text published", "texts published"], refused: "refused by the checks" }}
      detail={(run) => <Texts run={run} />}
      action={(run) =>
        run.done > 0 && (
          <TakeBack
            run={run}
            words={["text", "texts", "Texts"]}
            undo={() => call("post", `${ROOM}/runs/{id}/undo`, { path: { id: run.id } })}
            done={() => void tell("run", "shop")}
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
      {(loaded) => (
        <>
          {loaded.waiting.length > 0 && <WaitingTexts run={run} texts={loaded.waiting} />}
          <RunShops detail={loaded} />
        </>
      )}
    </Async>
  );
}
