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
  /** Name of the form in the document, unique on its screen. */
  id: string;
  /** The rules for all fields; what it gives is sent. */
  schema: z.ZodMiniType<Sent, V>;
  /** A value for every field. */
  initial: V;
  submit: (values: Sent) => Promise<Answer>;
  done?: (answer: Answer, sent: Sent) => void;
  /** Looks at a failure first. True: it has dealt with it; a list: these fields are wrong. */
  refused?: (error: unknown, sent: Sent) => boolean | FieldProblem[];
  /** Said when it fails and the server has no words for it. */
  failed: string;
  /** A message with this title says it, too. */
  failedTitle?: string;
  /** Called when what was typed breaks the rules, before anything is sent. */
  mistaken?: (values: V) => void;
  /** It signs in itself, so "401" is its answer, and nobody is asked to sign in for it. */
  isDoor?: boolean;
  /** Keeps what is typed in this tab under this name until it is sent. */
  draft?: string;
  /** Fields that no draft may hold. */
  secret?: readonly (keyof V & string)[];
}

/** What went wrong with the whole form. */
export interface FormProblem {
  message: string;
  /** Names the request in the server's log, where the mistake is the server's. */
  requestId: string | null;
}

/** A form's state, for `Form` and its fields. */
export interface FormState<V extends FieldValues> {
  id: string;
  hook: UseFormReturn<V>;
  busy: boolean;
  problem: FormProblem | null;
  /** Whether what stands there was typed before the page was loaded again. */
  isRestored: boolean;
  /** Empties the form, draft and all. */
  startOver: () => void;
  send: () => Promise<void>;
  /** Rises with every attempt that found mistakes: the focus goes to them. */
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
    // Only now are the mistakes on the screen, where the focus can go to them.
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

/** Of a draft, the fields that the form has, each of the kind that it has there. */
function known<V extends FieldValues>(kept: Record<string, unknown> | null, initial: V) {
  const right = Object.entries(kept ?? {}).filter(
    ([name, value]) => name in initial && typeof value === typeof initial[name],
  );
  return Object.fromEntries(right);
}

/** Every field's first mistake. */
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

/** An identifier for a form that may stand on a screen more than once. */
export const useFormId = (name: string) => `${name}${useId()}`;
