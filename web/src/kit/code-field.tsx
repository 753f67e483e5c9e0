import { useEffect, useState } from "react";
import { Field } from "./form/field.tsx";
import { Form, SubmitButton } from "./form/form.tsx";
import { sixDigits, z } from "./form/rules.ts";
import { useForm, useFormId } from "./form/use-form.ts";
import { momentText } from "./time.ts";

const schema = z.object({ code: sixDigits() });

/** Seconds before another code can be requested. */
const BEFORE_ANOTHER = 30;

interface CodeEntryProps<Answer> {
  /** Where the code was sent. */
  address: string;
  /** What decides whether a code was sent, if nobody may learn it: "this address has paid for a boost". */
  onlyIf?: string;
  /** When a code can be sent, if none was. */
  nextCodeAt?: string | null | undefined;
  /** Verifies the six digits. */
  check: (code: string) => Promise<Answer>;
  done: (answer: Answer) => void;
  /** Sends another code. */
  again: () => Promise<unknown>;
  /** Back to the address; absent if it can't be changed. */
  other?: () => void;
  /** The button's action: "Sign in". */
  verb: string;
  busy: string;
}

/** Asks for the mailed code. Pasting and autofill work with any separators. */
export function CodeEntry<Answer>(props: CodeEntryProps<Answer>) {
  const { address, onlyIf, nextCodeAt, check, done, verb, busy } = props;
  const form = useForm({
    id: useFormId("code"),
    schema,
    initial: { code: "" },
    submit: ({ code }) => check(code),
    done,
    failed: "We couldn't check the code. Please try again.",
  });
  return (
    <Form form={form} className="ticket">
      <p>
        {nextCodeAt ? "We couldn't send a code to " : sentTo(onlyIf)}
        <strong className="wrap-anywhere">{address}</strong>
        {nextCodeAt ? unsent(nextCodeAt) : ". It works for 10 minutes."}
      </p>
      <Field
        form={form}
        name="code"
        label="Code"
        hint="If you got more than one, any of them works until it's used."
      >
        {(control) => (
          <input
            {...control}
            {...form.hook.register("code")}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            className="field code-digits"
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton form={form} busy={busy}>
          {verb}
        </SubmitButton>
        <SendAgain again={props.again} onlyIf={onlyIf} isFirst={Boolean(nextCodeAt)} />
        {props.other && (
          <button type="button" className="link" onClick={props.other}>
            Use a different address
          </button>
        )}
      </div>
    </Form>
  );
}

/** Why there is no code yet, and when there can be one. */
const unsent = (nextCodeAt: string) =>
  `, because several were requested for it within an hour. The next one can be sent after ${momentText(nextCodeAt)}.`;

const sentTo = (onlyIf: string | undefined) =>
  onlyIf ? `If ${onlyIf}, we've sent a six-digit code to ` : "We sent a six-digit code to ";

interface SendAgainProps {
  again: () => Promise<unknown>;
  onlyIf: string | undefined;
  isFirst: boolean;
}

function SendAgain({ again, onlyIf, isFirst }: SendAgainProps) {
  const [isEarly, setEarly] = useState(!isFirst);
  const [said, setSaid] = useState("");
  const [hasSent, setSent] = useState(false);
  useEffect(() => {
    if (!isEarly) return;
    const timer = setTimeout(() => setEarly(false), BEFORE_ANOTHER * 1000);
    return () => clearTimeout(timer);
  }, [isEarly]);
  const send = async () => {
    if (isEarly) return;
    setEarly(true);
    setSent(true);
    setSaid("");
    try {
      await again();
      const sent = onlyIf ? `If ${onlyIf}, a new code is on its way.` : "A new code is on its way.";
      setSaid(`${sent} You can get three an hour.`);
    } catch {
      setSaid("We couldn't send another code. Please try again later.");
    }
  };
  return (
    <>
      {isEarly && (
        <span className="text-[0.9375rem] text-soft">
          {`No email? You can request another code after ${BEFORE_ANOTHER} seconds.`}
        </span>
      )}
      {/* Once pressed, it stays, because it has the focus. */}
      {(hasSent || !isEarly) && (
        <button type="button" className="link" aria-disabled={isEarly || undefined} onClick={send}>
          {isFirst && !hasSent ? "Send a code" : "Send again"}
        </button>
      )}
      <span role="status" className="text-[0.9375rem] text-soft">
        {said}
      </span>
    </>
  );
}
