import { type FormEvent, useState } from "react";
import { useToast } from "../ui/toast.tsx";

const NO_NETWORK = "Network error. Please check your connection and try again.";

/** The state of a sign-up. */
type Progress =
  | { step: "idle" | "submitting" }
  | { step: "sent"; to: string }
  | { step: "failed"; problem: string };

/** Signs up an address for the weekly newsletter; an email then asks for confirmation (decision D24). */
export function NewsletterForm() {
  const toast = useToast();
  const [progress, setProgress] = useState<Progress>({ step: "idle" });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const address = String(fields.get("email")).trim();
    const homepage = String(fields.get("homepage") ?? "");
    const afterMillis = Math.round(event.timeStamp);
    if (address === "" || progress.step === "submitting") return;
    setProgress({ step: "submitting" });
    const { message, problem } = await import("./subscribe.ts").then(
      ({ subscribe }) => subscribe({ email: address, homepage, afterMillis }),
      () => ({
        message: { title: "Subscription failed", text: NO_NETWORK, destructive: true },
        problem: NO_NETWORK,
      }),
    );
    setProgress(problem ? { step: "failed", problem } : { step: "sent", to: address });
    if (!problem) form.reset();
    toast(message);
  };

  return (
    <form action="/newsletter/subscribe" method="post" onSubmit={submit} className="max-w-xl">
      <label htmlFor="newsletter-email" className="mb-1.5 block font-semibold">
        Email address
      </label>
      <div hidden>
        <input name="homepage" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
      </div>
      <div className="flex flex-wrap gap-2">
        <input
          id="newsletter-email"
          name="email"
          type="email"
          required
          autoComplete="email"
          className="field w-auto min-w-[min(100%,15rem)] flex-1"
          aria-invalid={progress.step === "failed"}
          aria-describedby="newsletter-note"
        />
        <button
          type="submit"
          className="button button-primary"
          disabled={progress.step === "submitting"}
        >
          {progress.step === "submitting" ? "Subscribing..." : "Subscribe"}
        </button>
      </div>
      <p id="newsletter-note" className="mt-2 min-h-12 text-[0.9375rem]" aria-live="polite">
        {progress.step === "failed" && <span className="text-red">{progress.problem}</span>}
        {progress.step === "sent" &&
          `One more step: press the button in the mail that we have just sent to ${progress.to}.`}
        {(progress.step === "idle" || progress.step === "submitting") && (
          <span className="text-soft">One email a week. Unsubscribe anytime.</span>
        )}
      </p>
    </form>
  );
}
