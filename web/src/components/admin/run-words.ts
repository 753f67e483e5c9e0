import type { components } from "../../api/schema.gen.ts";
import { plural } from "../../lib/text.ts";

/** A run over many shops. */
export type ShopRun = components["schemas"]["ShopRun"];

export const shopRunStates: Record<ShopRun["state"], string> = {
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  stopped: "Stopped early",
  failed: "Failed",
  canceled: "Canceled",
};

/** What became of a run's shops: "3 texts written, 1 refused by the checks". */
export function outcomeText(run: ShopRun, words: { done: [string, string]; refused: string }) {
  const [one, many] = words.done;
  const parts = [
    plural(run.done, one, many),
    run.refused > 0 && `${run.refused} ${words.refused}`,
    run.failed > 0 && `${run.failed} failed`,
    run.skipped > 0 && `${run.skipped} changed meanwhile`,
    run.undone > 0 && `${run.undone} taken back`,
  ];
  return parts.filter(Boolean).join(", ");
}
