import { useEffect, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { type Answer, call, messageOf } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { z } from "../../kit/form/rules.ts";
import { type FormState, useForm, useFormId } from "../../kit/form/use-form.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useToast } from "../../ui/toast.tsx";
import { rememberAdmin } from "./admin-stamp.ts";
import { CodeOfApp } from "./code-of-app.tsx";

const schema = z.object({
  name: z.string(),
  password: z.string(),
  code: z.string(),
  username: z.string(),
});

type Values = z.infer<typeof schema>;
type Asks = Answer<"get", "/api/admin/status">["asksName"];

interface AdminPasswordProps {
  done: () => void;
  /** Whether a name is asked for. Asking the server here would tell a screen with unsaved text that its session has ended. */
  asksName: Asks | undefined;
  /** The message for a wrong password; by default, the server's. */
  wrong?: { title: string; text: string };
  welcome: { title: string; text?: string };
  verb: string;
}

/**
 * The administrators' sign-in form: a password, with a name where there are any, and a second step for who has an app. What was
 * typed goes to the server; only the session's end is stored here (D60).
 */
export function AdminPassword({ done, asksName, wrong, welcome, verb }: AdminPasswordProps) {
  const toast = useToast();
  const tell = useChanged();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const [isNameAsked, setNameAsked] = useState(false);
  const asks: Asks = isNameAsked ? "required" : (asksName ?? "no");
  const form = useForm({
    id: useFormId("admin"),
    schema,
    initial: { name: "", password: "", code: "", username: "administrator" },
    submit: ({ name, password, code }) =>
      call("post", "/api/admin/login", {
        body: {
          password,
          ...(name.trim() ? { name } : {}),
          ...(isCodeAsked ? { code } : {}),
        },
      }),
    done: ({ until }) => {
      rememberAdmin(until);
      void tell("everything");
      toast(welcome);
      done();
    },
    refused: (error) => {
      if (!(error instanceof ApiError) || error.status !== 401) return false;
      if (error.factor === "code") {
        if (!isCodeAsked) {
          setCodeAsked(true);
          return true;
        }
        return [{ field: "code", message: messageOf(error, "This code is wrong.") }];
      }
      setCodeAsked(false);
      if (error.factor === "name") {
        setNameAsked(true);
        return [{ field: "name", message: messageOf(error, "Enter your name.") }];
      }
      const said = wrong ?? { title: "Login failed", text: messageOf(error, "Invalid password") };
      toast({ ...said, destructive: true });
      return [{ field: "password", message: wrong ? `${said.title}: ${said.text}` : said.text }];
    },
    failed: "Failed to authenticate. Please try again.",
    isDoor: true,
  });
  const [password, code] = form.hook.watch(["password", "code"]);
  const blocked = isCodeAsked
    ? code.trim() === "" && "Enter the code first."
    : password.trim() === "" && "Enter the password first.";
  const back = () => {
    form.hook.clearErrors();
    setCodeAsked(false);
  };
  return (
    <Form form={form} className="max-w-md">
      {isCodeAsked ? <CodeStep form={form} /> : <PasswordStep form={form} asks={asks} />}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <SubmitButton form={form} busy="Authenticating..." blocked={blocked || undefined}>
          {verb}
        </SubmitButton>
        {isCodeAsked && (
          <button type="button" className="button" onClick={back}>
            Back
          </button>
        )}
      </div>
    </Form>
  );
}

function PasswordStep({ form, asks }: { form: FormState<Values>; asks: Asks }) {
  return (
    <>
      {asks === "no" ? (
        // For password managers, which store a user name with each password.
        <input hidden autoComplete="username" {...form.hook.register("username")} />
      ) : (
        <TextField
          form={form}
          name="name"
          label="Name"
          optional={asks === "optional"}
          hint={asks === "optional" ? "Leave it empty for the shared password." : undefined}
          autoComplete="username"
          spellCheck={false}
          className="mb-5"
        />
      )}
      <TextField
        form={form}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
      />
    </>
  );
}

/** What was typed before stays, for the way back. */
function CodeStep({ form }: { form: FormState<Values> }) {
  const { setFocus } = form.hook;
  useEffect(() => setFocus("code"), [setFocus]);
  return (
    <>
      <p role="status" className="mb-4 font-semibold">
        The password is right. One more step.
      </p>
      <CodeOfApp form={form} name="code" />
    </>
  );
}
