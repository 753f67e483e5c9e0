import { useCallback, useRef, useState } from "react";
import { ApiError } from "../api/client.ts";
import { useToast } from "../ui/toast.tsx";
import { mayBeSaved, messageOf, titleOf } from "./api.ts";
import { useSignedIn } from "./session.tsx";
import { useChanged } from "./subjects.ts";

interface Outcome<Input, Answer> {
  done?: (answer: Answer, input: Input) => void;
  /** Title and default text of the message when it fails. */
  failed: { title: string; text: string };
}

/** Whether what is on the screen is out of date: someone else has decided, changed or removed it. */
const isOutdated = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

/** A call behind a button: one at a time, with a message when it fails. */
export function useAction<Input, Answer>(
  run: (input: Input) => Promise<Answer>,
  { done, failed }: Outcome<Input, Answer>,
) {
  const toast = useToast();
  const signedIn = useSignedIn();
  const tell = useChanged();
  const [busyWith, setBusyWith] = useState<{ input: Input } | null>(null);
  const isBusy = useRef(false);
  const latest = useRef({ run, done, failed });
  latest.current = { run, done, failed };
  const start = useCallback(
    async (input: Input) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setBusyWith({ input });
      try {
        const answer = await signedIn(() => latest.current.run(input));
        latest.current.done?.(answer, input);
      } catch (error) {
        const { title, text } = latest.current.failed;
        toast({ title: titleOf(error, title), text: messageOf(error, text), destructive: true });
        if (isOutdated(error) || mayBeSaved(error)) void tell("everything");
      } finally {
        isBusy.current = false;
        setBusyWith(null);
      }
    },
    [signedIn, toast, tell],
  );
  return {
    start,
    busy: busyWith !== null,
    /** Whether it is working on this particular input, for buttons in lists. */
    busyWith: (input: Input) => busyWith !== null && busyWith.input === input,
  };
}
