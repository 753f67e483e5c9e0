import type { components } from "../../api/schema.gen.ts";
import { countText, plural } from "../../lib/text.ts";

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
    run.refused > 0 && `${countText(run.refused)} ${words.refused}`,
    run.failed > 0 && `${countText(run.failed)} failed`,
    run.skipped > 0 && `${countText(run.skipped)} changed meanwhile`,
    run.waiting > 0 && `${countText(run.waiting)} waiting for you`,
    run.declined > 0 && `${countText(run.declined)} not published`,
    run.undone > 0 && `${countText(run.undone)} taken back`,
  ];
  return parts.filter(Boolean).join(", ");
}
