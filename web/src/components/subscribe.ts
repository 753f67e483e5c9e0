import { ApiError, call } from "../api/client.ts";
import type { ToastMessage } from "../ui/toast.tsx";

/** Sends a newsletter sign-up. Loaded with it. */

const FAILED = "Failed to subscribe. Please try again.";
const NO_NETWORK = "Network error. Please check your connection and try again.";
/** Milliseconds after the page loads; no person enters an address faster. */
const QUICKEST = 1000;

export interface SignUp {
  email: string;
  /** What a program typed into a field that people don't see. */
  homepage: string;
  /** Since the page was loaded. */
  afterMillis: number;
}

/** What to say, and the problem if it failed. */
export interface SignUpResult {
  message: ToastMessage;
  problem?: string;
}

export async function subscribe({ email, homepage, afterMillis }: SignUp): Promise<SignUpResult> {
  try {
    // The server takes faster submissions for a program's.
    const early = Math.max(QUICKEST - afterMillis, 0);
    if (early) await new Promise((done) => setTimeout(done, early));
    await call("post", "/api/newsletter/subscribe", {
      body: { email, ...(homepage && { homepage }), afterMillis: afterMillis + early },
    });
    return {
      message: {
        title: "Successfully subscribed!",
        text: "Thank you for subscribing to our newsletter. You'll receive weekly updates on new coffee shops and local coffee culture.",
      },
    };
  } catch (error) {
    const problem = error instanceof ApiError ? (error.readable ?? FAILED) : NO_NETWORK;
    return { message: { title: "Subscription failed", text: problem, destructive: true }, problem };
  }
}
