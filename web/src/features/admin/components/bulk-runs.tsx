import type { ShopRun } from "../../../components/admin/run-words.ts";
import { RunShops, ShopRuns } from "../../../components/admin/shop-runs.tsx";
import { TakeBack } from "../../../components/admin/take-back.tsx";
import { call, useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";

const WORDS = { done: ["shop changed", "shops changed"], refused: "not possible" } as const;

/** The latest bulk edits, each with the shops that it left, and one press to take it back. */
export function BulkRuns() {
  const runs = useApi("/api/admin/bulk-edits");
  const tell = useChanged();
  return (
    <ShopRuns
      runs={runs}
      words={{ ...WORDS, done: [...WORDS.done] }}
      detail={(run) => <Detail run={run} />}
      action={(run) =>
        run.done > 0 &&
        run.state !== "running" && (
          <TakeBack
            run={run}
            words={["edit", "edits", "Edits"]}
            undo={() => call("post", "/api/admin/bulk-edits/{id}/undo", { path: { id: run.id } })}
            done={() => void tell("shop", "run")}
          />
        )
      }
    />
  );
}

function Detail({ run }: { run: ShopRun }) {
  const detail = useApi("/api/admin/bulk-edits/{id}", { path: { id: run.id } });
  return (
    <Async result={detail} what="the shops">
      {(loaded) => <RunShops detail={loaded} />}
    </Async>
  );
}
