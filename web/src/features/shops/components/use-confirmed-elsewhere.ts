import { useEffect, useRef } from "react";
import { ApiError } from "../../../api/client.ts";
import { call } from "../../../kit/api.ts";
import type { PendingProof } from "../../../kit/pending-proof.ts";

/** Milliseconds between two questions. */
const PAUSE = 5_000;
/** Questions before it gives up: half an hour on the screen. */
const MAX_QUESTIONS = 360;

/** While a code is awaited here: asks whether the address was confirmed on another device, such as the phone with the email. */
export function useConfirmedElsewhere(proof: PendingProof | null, done: () => void) {
  const latest = useRef(done);
  latest.current = done;
  const [kind, id] = [proof?.kind, proof?.proofId];
  useEffect(() => {
    if (!kind || !id) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    let questions = 0;
    const ask = async () => {
      if (document.visibilityState !== "visible" || signal.aborted) return;
      questions += 1;
      if (questions > MAX_QUESTIONS) leaving.abort();
      try {
        const path = { id };
        const { confirmed } = await (kind === "claim"
          ? call("get", "/api/claims/{id}/proof", { path, signal })
          : call("get", "/api/listings/{id}/proof", { path, signal }));
        if (!confirmed || signal.aborted) return;
        leaving.abort();
        latest.current();
      } catch (error) {
        // It was removed; otherwise it is asked again.
        if (error instanceof ApiError && error.status === 404) leaving.abort();
      }
    };
    const timer = setInterval(ask, PAUSE);
    signal.addEventListener("abort", () => clearInterval(timer));
    // Who comes back from the email sees it at once.
    document.addEventListener("visibilitychange", ask, { signal });
    return () => leaving.abort();
  }, [kind, id]);
}
