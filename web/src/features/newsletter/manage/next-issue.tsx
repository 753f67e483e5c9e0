import { call, useApi } from "../../../kit/api.ts";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextField } from "../../../kit/form/inputs.tsx";
import { email, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { useToast } from "../../../ui/toast.tsx";

const schema = z.object({ email: email("Please enter a valid email address.") });

/** The issue that would be sent now, and sending a test. */
export function NextIssue() {
  const preview = useApi("/api/admin/newsletter/preview");
  return (
    <section aria-labelledby="next-issue">
      <h3 id="next-issue" className="font-bold text-xl">
        Next issue
      </h3>
      <Async result={preview} what="the next issue">
        {({ issue }) =>
          issue ? (
            <>
              <p className="mt-2">
                <span className="text-soft">Subject: </span>
                {issue.subject}
              </p>
              <div className="mt-4 grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
                <iframe
                  title="Next issue"
                  // No scripts, no forms, no navigation: the email is only displayed.
                  sandbox=""
                  src="/api/admin/newsletter/preview/letter"
                  className="h-[32rem] w-full rounded border border-line bg-white"
                />
                <div>
                  <TestForm />
                  <details className="mt-6">
                    <summary>As plain text</summary>
                    <pre className="mt-3 whitespace-pre-wrap text-[0.9375rem]">{issue.text}</pre>
                  </details>
                </div>
              </div>
            </>
          ) : (
            <Empty>Nothing is new since the last issue, so nothing would go out.</Empty>
          )
        }
      </Async>
    </section>
  );
}

function TestForm() {
  const toast = useToast();
  const form = useForm({
    id: "newsletter-test",
    schema,
    initial: { email: "" },
    submit: (body) => call("post", "/api/admin/newsletter/test", { body }),
    done: ({ isSent, message }) =>
      toast({ title: isSent ? "Test sent" : "Nothing to send", text: message }),
    failed: "The test couldn't be sent.",
  });
  return (
    <Form form={form}>
      <TextField
        form={form}
        name="email"
        label="Send a test to"
        hint="One email, marked as a test. Its links don't work for any subscriber."
        type="email"
        autoComplete="email"
      />
      <SubmitButton form={form} busy="Sending..." className="button">
        Send Test
      </SubmitButton>
    </Form>
  );
}
