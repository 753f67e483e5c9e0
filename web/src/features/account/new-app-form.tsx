import { useEffect, useState } from "react";
import { inTime } from "../../api/limits.ts";
import { type Answer, call } from "../../kit/api.ts";
import { Field } from "../../kit/form/field.tsx";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { sixDigits, z } from "../../kit/form/rules.ts";
import { useForm } from "../../kit/form/use-form.ts";
import type { Code } from "../../lib/draw-code.ts";

const schema = z.object({ code: sixDigits("Please enter the six digits that the app shows.") });

interface Props {
  app: Answer<"post", "/api/admin/account/app">;
  done: (recoveryCodes: readonly string[]) => void;
  cancel: () => void;
}

/** The secret as a QR code and as text, and the first code, which proves that the app has it. */
export function NewAppForm({ app, done, cancel }: Props) {
  const form = useForm({
    id: "new-app",
    schema,
    initial: { code: "" },
    submit: ({ code }) =>
      call("put", "/api/admin/account/app", { body: { token: app.token, code } }),
    done: ({ recoveryCodes }) => done(recoveryCodes),
    failed: "We couldn't check the code. Please try again.",
  });
  const { setFocus } = form.hook;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <Form form={form} className="mt-4 grid max-w-text gap-5" label="New app">
      <p>
        Scan this with an authenticator app, such as the one of your phone's passwords, or type the
        key into it. Then enter the code that it shows. Your other browsers are then signed out.
      </p>
      <Picture address={app.address} />
      <p>
        {"Key: "}
        <code className="wrap-anywhere font-semibold">{inGroups(app.secret)}</code>
      </p>
      <Field form={form} name="code" label="Code">
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
      <div className="flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Checking...">
          Turn on
        </SubmitButton>
        <button type="button" className="button" onClick={cancel}>
          Cancel
        </button>
      </div>
    </Form>
  );
}

/** Easier to type. Apps ignore the spaces. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(" ") ?? secret;

/** The QR code, dark on white in both modes, because many cameras can't read anything else. */
function Picture({ address }: { address: string }) {
  const [code, setCode] = useState<Code | null>(null);
  const [isMissing, setMissing] = useState(false);
  useEffect(() => {
    let isHere = true;
    inTime(import("../../lib/draw-code.ts"))
      .then(({ drawCode }) => isHere && setCode(drawCode(address)))
      .catch(() => isHere && setMissing(true));
    return () => {
      isHere = false;
    };
  }, [address]);
  if (isMissing)
    return <p className="text-soft">The QR code couldn't load. Type the key instead.</p>;
  if (!code) return <div className="skeleton size-56" />;
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      className="block size-56 max-w-full rounded-md [forced-color-adjust:none]"
      viewBox={`0 0 ${code.size} ${code.size}`}
      shapeRendering="crispEdges"
    >
      <rect width={code.size} height={code.size} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  );
}
