import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, sendJson } from "../api/client.ts";
import { useToast } from "../ui/toast.tsx";

const FAILED = "Failed to subscribe. Please try again.";
/** Milliseconds after the page in which nobody types an address. */
const QUICKEST = 1000;
const NO_NETWORK = "Network error. Please check your connection and try again.";

interface SignUp {
  email: string;
  /** A field that people do not see. */
  homepage: string;
  /** Milliseconds between the page and the press of the button. */
  afterMillis: number;
}

/** Signs an address up for the weekly newsletter; a mail then asks to confirm it (decision D24). */
export function NewsletterForm() {
  const [email, setEmail] = useState("");
  const toast = useToast();
  const subscribe = useMutation({
    mutationFn: async ({ email, homepage, afterMillis }: SignUp) => {
      // The server takes what comes quicker for a program's.
      const early = Math.max(QUICKEST - afterMillis, 0);
      if (early) await new Promise((done) => setTimeout(done, early));
      const body = { email, homepage: homepage || undefined, afterMillis: afterMillis + early };
      await sendJson("POST", "/api/newsletter/subscribe", body);
    },
    onSuccess: () => {
      setEmail("");
      toast({
        title: "Successfully subscribed!",
        text: "Thank you for subscribing to our newsletter. You'll receive weekly updates on new coffee shops and local coffee culture.",
      });
    },
    onError: (error) => {
      toast({ title: "Subscription failed", text: problemOf(error), destructive: true });
    },
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = email.trim();
    const homepage = String(new FormData(event.currentTarget).get("homepage") ?? "");
    if (address !== "" && !subscribe.isPending)
      subscribe.mutate({ email: address, homepage, afterMillis: Math.round(event.timeStamp) });
  };

  return (
    <form onSubmit={submit} className="max-w-xl">
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
          className="field w-auto min-w-60 flex-1"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          aria-invalid={subscribe.isError}
          aria-describedby="newsletter-note"
        />
        <button type="submit" className="button button-primary" disabled={subscribe.isPending}>
          {subscribe.isPending ? "Subscribing..." : "Subscribe"}
        </button>
      </div>
      <p id="newsletter-note" className="mt-2 min-h-12 text-[0.9375rem]" aria-live="polite">
        {subscribe.isError && <span className="text-red">{problemOf(subscribe.error)}</span>}
        {subscribe.isSuccess &&
          `One more step: press the button in the mail that we have just sent to ${subscribe.variables.email}.`}
        {!subscribe.isError && !subscribe.isSuccess && (
          <span className="text-soft">One mail a week. You can leave with one click.</span>
        )}
      </p>
      <noscript>
        <p className="text-[0.9375rem] text-soft">Signing up needs JavaScript.</p>
      </noscript>
    </form>
  );
}

function problemOf(error: Error): string {
  if (error instanceof ApiError) return error.readable ?? FAILED;
  return NO_NETWORK;
}
