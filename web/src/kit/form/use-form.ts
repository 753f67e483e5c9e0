import { useEffect, useId, useMemo, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
  useForm as useHookForm,
} from "react-hook-form";
import { ApiError } from "../../api/client.ts";
import { useToast } from "../../ui/toast.tsx";
import { type FieldProblem, fieldProblems, messageOf } from "../api.ts";
import { useSignedIn } from "../session.tsx";
import { draftOf, isChanged, withTyped } from "./draft.ts";
import type { z } from "./rules.ts";

interface FormOptions<V extends FieldValues, Sent, Answer> {
  /** ID of the form in the document, unique on its screen. */
  id: string;
  /** The rules for all fields; its output is submitted. */
  schema: z.ZodMiniType<Sent, V>;
  /** A value for every field. */
  initial: V;
  submit: (values: Sent) => Promise<Answer>;
  done?: (answer: Answer, sent: Sent) => void;
  /** Handles a failure first. True: it was handled; a list: these fields are wrong. */
  refused?: (error: unknown, sent: Sent) => boolean | FieldProblem[];
  /** The message if it fails without one from the server. */
  failed: string;
  /** Also shows a message with this title. */
  failedTitle?: string;
  /** Called when validation fails before anything is sent. */
  mistaken?: (values: V) => void;
  /** The form itself signs in, so a 401 is its answer and must not prompt for sign-in. */
  isDoor?: boolean;
  /** Keeps what is typed in this tab under this name until it is submitted. */
  draft?: string;
  /** Fields that must not be stored in a draft. */
  secret?: readonly (keyof V & string)[];
}

/** A problem with the form as a whole. */
export interface FormProblem {
  message: string;
  /** Identifies the request in the server's log, if the failure is the server's. */
  requestId: string | null;
}

/** A form's state, for `Form` and its fields. */
export interface FormState<V extends FieldValues> {
  id: string;
  hook: UseFormReturn<V>;
  busy: boolean;
  problem: FormProblem | null;
  /** Whether the content was restored after a reload. */
  isRestored: boolean;
  /** Clears the form and its draft. */
  startOver: () => void;
  send: () => Promise<void>;
  /** Incremented by every attempt with errors, to move the focus to them. */
  attempts: number;
}

export const fieldId = (formId: string, name: string) => `${formId}-${name.replace(/\W/g, "-")}`;

export function useForm<V extends FieldValues, Sent, Answer>(
  options: FormOptions<V, Sent, Answer>,
): FormState<V> {
  const { id, schema, initial, draft: draftName, secret } = options;
  const signedIn = useSignedIn();
  const toast = useToast();
  const [start] = useState(() => withTyped(id, initial));
  const resolver = useMemo(() => resolverOf(schema), [schema]);
  const hook = useHookForm<V, unknown, Sent>({
    defaultValues: start as DefaultValues<V>,
    resolver,
    shouldFocusError: false,
  });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [attempts, setAttempts] = useState(0);
  const isBusy = useRef(false);
  const latest = useRef(options);
  latest.current = options;

  const [isRestored, setRestored] = useState(false);
  const [secrets] = useState(secret);
  const draft = useMemo(
    () => (draftName === undefined ? null : draftOf(draftName, secrets)),
    [draftName, secrets],
  );
  useEffect(() => {
    if (!draft) return;
    const kept = known(draft.read(), latest.current.initial);
    if (isChanged(kept, hook.getValues())) {
      hook.reset({ ...hook.getValues(), ...kept }, { keepDefaultValues: true });
      setRestored(true);
    }
    const { unsubscribe } = hook.watch((values) => draft.write(values));
    return unsubscribe;
  }, [draft, hook]);

  const startOver = () => {
    hook.reset(latest.current.initial);
    draft?.clear();
    setRestored(false);
    setProblem(null);
  };

  const refuse = (error: unknown, sent: Sent) => {
    const { refused, failed, failedTitle, initial: fields } = latest.current;
    if (failedTitle)
      toast({ title: failedTitle, text: messageOf(error, failed), destructive: true });
    const judged = refused?.(error, sent) ?? false;
    if (judged === true) return;
    const problems = judged || fieldProblems(error);
    const [ours, others] = [
      problems.filter(({ field }) => field in fields),
      problems.filter(({ field }) => !(field in fields)),
    ];
    for (const { field, message } of ours)
      hook.setError(field as FieldPath<V>, { type: "server", message });
    if (ours.length > 0) setAttempts((before) => before + 1);
    if (ours.length === 0 || others.length > 0) {
      const isOurs = error instanceof ApiError && error.status >= 500;
      const message = others[0]?.message ?? messageOf(error, failed);
      setProblem({ message, requestId: isOurs ? error.requestId : null });
    }
  };

  const sendValid = async (sent: Sent) => {
    isBusy.current = true;
    setBusy(true);
    try {
      const submit = () => latest.current.submit(sent);
      const answer = await (latest.current.isDoor ? submit() : signedIn(submit));
      draft?.clear();
      setRestored(false);
      latest.current.done?.(answer, sent);
    } catch (error) {
      refuse(error, sent);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };

  const send = async () => {
    if (isBusy.current) return;
    setProblem(null);
    let isMistaken = false;
    await hook.handleSubmit(sendValid, () => {
      isMistaken = true;
    })();
    if (!isMistaken) return;
    // The errors must be on the screen before they can get the focus.
    setAttempts((before) => before + 1);
    latest.current.mistaken?.(hook.getValues());
  };

  return {
    id,
    hook: hook as unknown as UseFormReturn<V>,
    busy,
    problem,
    isRestored,
    startOver,
    send,
    attempts,
  };
}

/** A draft's values for existing fields, if they have the right type. */
function known<V extends FieldValues>(kept: Record<string, unknown> | null, initial: V) {
  const right = Object.entries(kept ?? {}).filter(
    ([name, value]) => name in initial && typeof value === typeof initial[name],
  );
  return Object.fromEntries(right);
}

/** Every field's first error. */
function resolverOf<V extends FieldValues, Sent>(schema: z.ZodMiniType<Sent, V>) {
  const resolver: Resolver<V, unknown, Sent> = (values) => {
    const result = schema.safeParse(values);
    if (result.success) return { values: result.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, code, message } of result.error.issues)
      errors[String(path[0] ?? "root")] ??= { type: code ?? "custom", message };
    return { values: {}, errors: errors as FieldErrors<V> };
  };
  return resolver;
}

/** An ID for a form that may occur more than once on a screen. */
export const useFormId = (name: string) => `${name}${useId()}`;
