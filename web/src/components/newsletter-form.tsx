import { type FormEvent, useState } from "react";
import { ApiError, sendJson } from "../api/client.ts";
import { useToast } from "../ui/toast.tsx";

const FAILED = "Failed to subscribe. Please try again.";
/** Milliseconds after the page loads; no person enters an address faster. */
const QUICKEST = 1000;
const NO_NETWORK = "Network error. Please check your connection and try again.";

/** The state of a sign-up. */
type Progress =
  | { step: "idle" | "submitting" }
  | { step: "sent"; to: string }
  | { step: "failed"; problem: string };

/** Signs up an address for the weekly newsletter; an email then asks for confirmation (decision D24). */
export function NewsletterForm() {
  const [email, setEmail] = useState("");
  const toast = useToast();
  const [progress, setProgress] = useState<Progress>({ step: "idle" });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = email.trim();
    const homepage = String(new FormData(event.currentTarget).get("homepage") ?? "");
    const afterMillis = Math.round(event.timeStamp);
    if (address === "" || progress.step === "submitting") return;
    setProgress({ step: "submitting" });
    try {
      // The server takes faster submissions for a program's.
      const early = Math.max(QUICKEST - afterMillis, 0);
      if (early) await new Promise((done) => setTimeout(done, early));
      await sendJson("POST", "/api/newsletter/subscribe", {
        email: address,
        homepage: homepage || undefined,
        afterMillis: afterMillis + early,
      });
      setEmail("");
      setProgress({ step: "sent", to: address });
      toast({
        title: "Successfully subscribed!",
        text: "Thank you for subscribing to our newsletter. You'll receive weekly updates on new coffee shops and local coffee culture.",
      });
    } catch (error) {
      const problem = error instanceof ApiError ? (error.readable ?? FAILED) : NO_NETWORK;
      setProgress({ step: "failed", problem });
      toast({ title: "Subscription failed", text: problem, destructive: true });
    }
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
          value={email}
          onChange={(event) => setEmail(event.target.value)}
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
