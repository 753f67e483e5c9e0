import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from "react";
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
import { type FieldProblem, fieldProblems, messageOf, titleOf } from "../api.ts";
import { useSignedIn } from "../session.tsx";
import { isChanged, useDraftOf, withTyped } from "./draft.ts";
import type { z } from "./rules.ts";
import { isTrapped, TRAP } from "./trap.tsx";

interface FormOptions<V extends FieldValues, Sent, Answer> {
  /** ID of the form in the document, unique on its screen. */
  id: string;
  /** The rules for all fields; its output is submitted. */
  schema: z.ZodMiniType<Sent, V>;
  /** A value for every field. */
  initial: V;
  submit: (values: Sent, base: unknown) => Promise<Answer>;
  /** `isMore`: the person typed on meanwhile, and that isn't saved; it stays on the form, which must not close. */
  done?: (answer: Answer, sent: Sent, isMore: boolean) => void;
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
  /** Called when the form continues from other values, so what was typed is gone from it. */
  restarted?: () => void;
  /** Keeps what is typed in this tab under this name until it is submitted. */
  draft?: string;
  /** What the form was opened with, such as a row with its version. A draft remembers its own. */
  base?: unknown;
  /** Fields that must not be stored in a draft. */
  secret?: readonly (keyof V & string)[];
}

/** A problem with the form as a whole. */
export interface FormProblem {
  message: string;
  /** Identifies the request in the server's log, if the failure is the server's. */
  requestId: string | null;
  /** The trap was filled in; without it, the form is taken. */
  canSendAnyway?: boolean;
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
  /** Continues from other values, such as saved ones, without a draft. */
  restart: (values: V, base?: unknown) => void;
  /** What the content was opened with; a draft's own if it was restored. */
  base: { current: unknown };
  send: () => Promise<void>;
  /** Incremented by every attempt with errors, to move the focus to them. */
  attempts: number;
}

const subscribeToNothing = () => () => undefined;
const isClient = () => false;
const isServer = () => true;

export const fieldId = (formId: string, name: string) => `${formId}-${name.replace(/\W/g, "-")}`;

export function useForm<V extends FieldValues, Sent, Answer>(
  options: FormOptions<V, Sent, Answer>,
): FormState<V> {
  const { id, schema, initial, draft: draftName, secret } = options;
  const signedIn = useSignedIn();
  const toast = useToast();
  // Later, a form with this ID is another one that is about to go, such as the one of who was signed in before.
  const isHydrating = useSyncExternalStore(subscribeToNothing, isClient, isServer);
  const [start] = useState(() => (isHydrating ? withTyped(id, initial) : initial));
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
  const draftFor = useRef(useDraftOf());
  const [secrets] = useState(() => [TRAP, ...(secret ?? [])]);
  const draft = useMemo(
    () => (draftName === undefined ? null : draftFor.current(draftName, secrets)),
    [draftName, secrets],
  );
  const base = useRef(options.base);
  const from = useRef(initial);
  useEffect(() => {
    if (!draft) return;
    const content = draft.read();
    const kept = known(content?.values ?? {}, latest.current.initial, content?.from ?? {});
    if (content && isChanged(kept, hook.getValues())) {
      hook.reset({ ...hook.getValues(), ...kept }, { keepDefaultValues: true });
      // The other fields are as they are now, which nobody typed.
      const over = Object.keys(kept).map((name) => [name, content.from[name]]);
      from.current = { ...latest.current.initial, ...Object.fromEntries(over) };
      base.current = content.base ?? base.current;
      setRestored(true);
    }
    const { unsubscribe } = hook.watch((values, { name }) => {
      // A reset has no name: what is on the form then was loaded or saved, not typed.
      if (name === undefined || !isChanged(values, from.current)) draft.clear();
      else draft.write({ values, from: from.current, base: base.current });
    });
    return unsubscribe;
  }, [draft, hook]);

  const restart = (values: V, next?: unknown) => {
    from.current = values;
    base.current = next;
    hook.reset(values);
    draft?.clear();
    setRestored(false);
    setProblem(null);
    latest.current.restarted?.();
  };
  const startOver = () => restart(latest.current.initial, latest.current.base);

  const refuse = (error: unknown, sent: Sent) => {
    const { refused, failed, failedTitle, initial: fields } = latest.current;
    if (failedTitle)
      toast({
        title: titleOf(error, failedTitle),
        text: messageOf(error, failed),
        destructive: true,
      });
    if (isTrapped(error)) {
      setProblem({ message: messageOf(error, failed), requestId: null, canSendAnyway: true });
      return;
    }
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
    const before = structuredClone(hook.getValues());
    try {
      const submit = () => latest.current.submit(sent, base.current);
      const answer = await (latest.current.isDoor ? submit() : signedIn(submit));
      draft?.clear();
      from.current = before;
      setRestored(false);
      const now = hook.getValues();
      const more = Object.keys(now).filter((name) =>
        isChanged({ [name]: now[name] }, { [name]: before[name] }),
      );
      latest.current.done?.(answer, sent, more.length > 0);
      // The saved values may be on the form by now.
      for (const name of more)
        hook.setValue(name as FieldPath<V>, now[name], { shouldDirty: true });
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
    restart,
    base,
    send,
    attempts,
  };
}

/** What was typed into existing fields, if it has the right type: only what differs from what it was typed over. */
function known<V extends FieldValues>(
  kept: Record<string, unknown>,
  initial: V,
  over: Record<string, unknown>,
) {
  const right = Object.entries(kept).filter(
    ([name, value]) =>
      name in initial &&
      typeof value === typeof initial[name] &&
      isChanged({ [name]: value }, over),
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
