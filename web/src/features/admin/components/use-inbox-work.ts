import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { onUndone, rememberAct } from "../../../components/admin/own-acts.ts";
import { HELD, useUndo, useUndoLast } from "../../../components/admin/use-undo.ts";
import { type Answer, mayBeSaved, messageOf, titleOf, useApi } from "../../../kit/api.ts";
import { useSignedIn } from "../../../kit/session.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { useToast } from "../../../ui/toast.tsx";
import {
  type Answered,
  DECIDED,
  type Decision,
  decisionsOf,
  keyOf,
  type Spoken,
  type Waiting,
} from "./inbox-decisions.ts";
import { useReason } from "./use-reason.tsx";

export const INBOX = "/api/admin/inbox";

type Loaded = Answer<"get", typeof INBOX>;

/** What was decided about an item, here or elsewhere. */
export interface Verdict {
  item: Waiting;
  /** Such as "Approve". */
  verb: string;
  /** The audit log's entry, once the server has answered. */
  entry: string | null;
}

export type Verdicts = ReadonlyMap<string, Verdict>;

/**
 * Decides about items. Each is marked at once and gets one request; the requests go out one after another, in the order
 * of the presses, and so do undos. `onDecided` is called at the press, and nothing is at the answer: it may be late.
 */
export function useInboxWork(onDecided: (item: Waiting) => void) {
  const client = useQueryClient();
  const toast = useToast();
  const signedIn = useSignedIn();
  const tell = useChanged();
  const { refetch: reload } = useApi(INBOX);
  const [dialog, askReason] = useReason();
  const [verdicts, setVerdicts] = useState<Verdicts>(new Map());
  // What was pressed before the next paint counts, too.
  const taken = useRef(new Set<string>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const latest = useRef(onDecided);
  useEffect(() => {
    latest.current = onDecided;
  });
  const inOrder = (work: () => Promise<unknown>) => {
    last.current = last.current.then(work, work);
    return last.current;
  };
  const mark = (verdict: Verdict) =>
    setVerdicts((before) => new Map(before).set(keyOf(verdict.item), verdict));
  const unmark = useCallback((isMeant: (verdict: Verdict) => boolean) => {
    setVerdicts((before) => {
      const kept = [...before].filter(([, verdict]) => !isMeant(verdict));
      taken.current = new Set(kept.map(([key]) => key));
      return new Map(kept);
    });
  }, []);
  useEffect(
    () => onUndone((entries) => unmark(({ entry }) => entry !== null && entries.includes(entry))),
    [unmark],
  );
  const undoEntry = useUndo();
  const undoLast = useUndoLast();
  const items = () => client.getQueryData<Loaded>([INBOX])?.items ?? [];

  /** Another item of the shop may be settled by the same decision, such as a rival's claim. */
  const leaveOut = async (item: Waiting) => {
    const isOther = (one: Waiting) => keyOf(one) !== keyOf(item);
    client.setQueryData<Loaded>(
      [INBOX],
      (before) => before && { ...before, items: before.items.filter(isOther) },
    );
    const hasKin = items().some((one) => one.shopSlug !== null && one.shopSlug === item.shopSlug);
    if (hasKin) await reload();
  };

  const send = async (item: Waiting, spoken: Spoken, decide: () => Promise<Answered>) => {
    const { verb, done, removesShop } = spoken;
    try {
      const answer = await signedIn(decide);
      const entry = answer?.entry ?? null;
      mark({ item, verb, entry });
      const title = `${done ?? verb}: ${item.title}`;
      const held = removesShop ? HELD : undefined;
      toast({
        title,
        ...(held ? { duration: held } : {}),
        ...(entry
          ? {
              action: { text: "Undo", run: () => void undoEntry(entry, title) },
              gone: rememberAct({ entry, title }, held),
            }
          : {}),
      });
      void tell(...DECIDED);
      void leaveOut(item);
    } catch (error) {
      toast({
        title: titleOf(error, `Couldn't save the decision: ${item.title}`),
        text: messageOf(error, "Please try again."),
        destructive: true,
      });
      const isUnsure = mayBeSaved(error);
      const isOutdated =
        isUnsure || (error instanceof ApiError && [404, 409].includes(error.status));
      if (isOutdated) await Promise.all([reload(), tell("request")]);
      const stillWaits = !isOutdated || items().some((one) => keyOf(one) === keyOf(item));
      if (stillWaits) unmark((verdict) => verdict.item === item);
      else mark({ item, verb: isUnsure ? verb : "Decided elsewhere", entry: null });
    }
  };

  const decide = (item: Waiting, spoken: Spoken, run: () => Promise<Answered>) => {
    const key = keyOf(item);
    if (taken.current.has(key)) return;
    taken.current.add(key);
    mark({ item, verb: spoken.verb, entry: null });
    latest.current(item);
    void inOrder(() => send(item, spoken, run));
  };
  const approve = (item: Waiting, decision: Decision | undefined) => {
    if (decision && !item.blocked) decide(item, decision, () => decision.run(item));
  };
  const reject = async (item: Waiting) => {
    const decision = decisionsOf(item)?.reject;
    if (!decision || taken.current.has(keyOf(item))) return;
    const { verb, reason: wanted, prepared } = decision;
    const reason =
      wanted === "none"
        ? ""
        : await askReason({
            title: `${verb}: ${item.title}`,
            text: "We email the reason if we have an address.",
            verb,
            required: wanted === "required",
            prepared,
          });
    if (reason !== null) decide(item, decision, () => decision.run(item, reason));
  };
  const undo = () => inOrder(undoLast);
  /** An item was settled by something else than a decision. */
  const note = (item: Waiting, verb: string) => {
    taken.current.add(keyOf(item));
    mark({ item, verb, entry: null });
    latest.current(item);
    void leaveOut(item);
  };
  return { dialog: dialog as ReactNode, verdicts, approve, reject, undo, note };
}
