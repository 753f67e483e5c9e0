import type { MouseEvent, ReactNode } from "react";
import { ApiError, call } from "../api/client.ts";
import { Unanswered } from "../api/limits.ts";
import type { ToastMessage } from "../ui/toast.tsx";

/** Sends a newsletter sign-up, and what there is to say then. Loaded with it. */

const FAILED = "Failed to subscribe. Please try again.";
const NO_NETWORK = "Network error. Please check your connection and try again.";
const NO_ANSWER =
  "The server didn't answer in time. If no mail comes within a few minutes, please subscribe again.";
/** Milliseconds after the page loads; no person enters an address faster. */
const QUICKEST = 1000;

export interface SignUp {
  email: string;
  /** What a program typed into a field that people don't see. */
  leftEmpty: string;
  /** Since the page was loaded. */
  afterMillis: number;
}

export interface SignUpResult {
  /** `unsent`: nothing is wrong with the address. */
  outcome: "sent" | "failed" | "unsent";
  message: ToastMessage;
  /** For below the form. */
  note: ReactNode;
}

export async function subscribe({ email, leftEmpty, afterMillis }: SignUp): Promise<SignUpResult> {
  try {
    // The server takes faster submissions for a program's.
    const early = Math.max(QUICKEST - afterMillis, 0);
    if (early) await new Promise((done) => setTimeout(done, early));
    await call("post", "/api/newsletter/subscribe", {
      body: { email, ...(leftEmpty && { leftEmpty }), afterMillis: afterMillis + early },
    });
    return {
      outcome: "sent",
      message: {
        title: "Successfully subscribed!",
        text: "Thank you for subscribing to our newsletter. You'll receive weekly updates on new coffee shops and local coffee culture.",
      },
      note: (
        <>
          {`One more step: press the button in the mail that we have just sent to ${email}.`}
          <span className="block text-soft">
            Nothing there? Please look in the spam folder. If this address has declined our mail
            before, none comes.
          </span>
        </>
      ),
    };
  } catch (error) {
    const problem = problemOf(error);
    const isTrapped = error instanceof ApiError && error.code === "filled_by_program";
    return {
      outcome: isTrapped || problem === NO_ANSWER ? "unsent" : "failed",
      message: {
        title: problem === NO_ANSWER ? "No answer from the server" : "Subscription failed",
        text: problem,
        destructive: true,
      },
      note: (
        <>
          <span className="block text-red">{problem}</span>
          {isTrapped && (
            <button type="submit" className="button mt-2" onClick={emptyTrap}>
              Send it anyway
            </button>
          )}
        </>
      ),
    };
  }
}

function problemOf(error: unknown): string {
  if (error instanceof Unanswered) return NO_ANSWER;
  return error instanceof ApiError ? (error.readable ?? FAILED) : NO_NETWORK;
}

function emptyTrap({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  const trap = currentTarget.form?.elements.namedItem("leftEmpty");
  if (trap instanceof HTMLInputElement) trap.value = "";
}
