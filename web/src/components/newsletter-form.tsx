import { type FormEvent, type ReactNode, useState } from "react";
import { inTime } from "../api/limits.ts";
import { useToast } from "../ui/toast.tsx";
import type { SignUpResult } from "./subscribe.tsx";

const NO_NETWORK = "Network error. Please check your connection and try again.";

/** Signs up an address for the weekly newsletter; an email then asks for confirmation (decision D24). */
export function NewsletterForm() {
  const toast = useToast();
  const [step, setStep] = useState<SignUpResult["outcome"] | "idle" | "submitting">("idle");
  const [note, setNote] = useState<ReactNode>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const text = (name: string) => String(fields.get(name) ?? "").trim();
    const email = text("email");
    const afterMillis = Math.round(event.timeStamp);
    if (email === "" || step === "submitting") return;
    setStep("submitting");
    setNote(null);
    const answer = await inTime(import("./subscribe.tsx")).then(
      ({ subscribe }) => subscribe({ email, leftEmpty: text("leftEmpty"), afterMillis }),
      (): SignUpResult => ({
        outcome: "failed",
        message: { title: "Subscription failed", text: NO_NETWORK, destructive: true },
        note: <span className="text-red">{NO_NETWORK}</span>,
      }),
    );
    setStep(answer.outcome);
    setNote(answer.note);
    if (answer.outcome === "sent") form.reset();
    toast(answer.message);
  };

  return (
    <form action="/newsletter/subscribe" method="post" onSubmit={submit} className="max-w-xl">
      <label htmlFor="newsletter-email" className="mb-1.5 block font-semibold">
        Email address
      </label>
      <div hidden>
        <input name="leftEmpty" tabIndex={-1} autoComplete="off" aria-label="Leave this empty" />
      </div>
      <div className="flex flex-wrap gap-2">
        <input
          id="newsletter-email"
          name="email"
          type="email"
          required
          autoComplete="email"
          className="field w-auto min-w-[min(100%,15rem)] flex-1"
          aria-invalid={step === "failed"}
          aria-describedby="newsletter-note"
        />
        <button type="submit" className="button button-primary" disabled={step === "submitting"}>
          {step === "submitting" ? "Subscribing..." : "Subscribe"}
        </button>
      </div>
      <p id="newsletter-note" className="mt-2 min-h-12 text-[0.9375rem]" aria-live="polite">
        {note ?? <span className="text-soft">One email a week. Unsubscribe anytime.</span>}
      </p>
    </form>
  );
}
