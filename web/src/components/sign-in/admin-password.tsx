import { ApiError } from "../../api/client.ts";
import { call, messageOf, useRefresh } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextField } from "../../kit/form/inputs.tsx";
import { z } from "../../kit/form/rules.ts";
import { useForm, useFormId } from "../../kit/form/use-form.ts";
import { useToast } from "../../ui/toast.tsx";
import { rememberAdmin } from "./admin-stamp.ts";

const schema = z.object({ password: z.string(), username: z.string() });

interface AdminPasswordProps {
  done: () => void;
  /** The message for a wrong password; by default, the server's. */
  wrong?: { title: string; text: string };
  welcome: { title: string; text?: string };
  verb: string;
}

/** The administrator's sign-in form. The password goes to the server; only the session's end is stored here (D60). */
export function AdminPassword({ done, wrong, welcome, verb }: AdminPasswordProps) {
  const toast = useToast();
  const refresh = useRefresh();
  const form = useForm({
    id: useFormId("admin"),
    schema,
    initial: { password: "", username: "administrator" },
    submit: ({ password }) => call("post", "/api/admin/login", { body: { password } }),
    done: ({ until }) => {
      rememberAdmin(until);
      void refresh("/api/");
      toast(welcome);
      done();
    },
    refused: (error) => {
      const isWrong = error instanceof ApiError && error.status === 401;
      if (!isWrong) return false;
      const said = wrong ?? { title: "Login failed", text: messageOf(error, "Invalid password") };
      toast({ ...said, destructive: true });
      return [{ field: "password", message: wrong ? `${said.title}: ${said.text}` : said.text }];
    },
    failed: "Failed to authenticate. Please try again.",
    isDoor: true,
  });
  const isBlank = form.hook.watch("password").trim() === "";
  return (
    <Form form={form} className="max-w-md">
      {/* For password managers, which store a user name with each password. */}
      <input hidden autoComplete="username" {...form.hook.register("username")} />
      <TextField
        form={form}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <SubmitButton
          form={form}
          busy="Authenticating..."
          blocked={isBlank ? "Enter the password first." : undefined}
        >
          {verb}
        </SubmitButton>
      </div>
    </Form>
  );
}
