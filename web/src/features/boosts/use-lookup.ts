import { useRef, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { type Answer, call, messageOf } from "../../kit/api.ts";
import { useToast } from "../../ui/toast.tsx";

export type SubscriptionInfo = Answer<"post", "/api/get-subscription-info">;

/** The payer's step: entering the address, entering the code, or seeing what it pays for. */
export type Step =
  | { at: "address" }
  | { at: "code"; email: string }
  | { at: "list"; email: string; info: SubscriptionInfo };

/** Requests what an address pays for. A 404 with a body is a valid answer: nobody has paid with that address. */
export async function subscriptionsOf(email: string): Promise<SubscriptionInfo> {
  try {
    return await call("post", "/api/get-subscription-info", { body: { email } });
  } catch (error) {
    const info = error instanceof ApiError && error.status === 404 ? infoIn(error.body) : null;
    if (info) return info;
    throw error;
  }
}

function infoIn(body: string): SubscriptionInfo | null {
  try {
    const info: unknown = JSON.parse(body);
    const isInfo = typeof info === "object" && info !== null && "subscriptions" in info;
    return isInfo ? (info as SubscriptionInfo) : null;
  } catch {
    return null;
  }
}

/** The steps of `/manage-subscription`. */
export function useLookup() {
  const toast = useToast();
  const [step, setStep] = useState<Step>({ at: "address" });
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const isBusy = useRef(false);

  const lookUp = async (email: string) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    setProblem("");
    try {
      const info = await subscriptionsOf(email);
      const isUnproven = info.status === "verification_required";
      setStep(isUnproven ? { at: "code", email } : { at: "list", email, info });
    } catch (error) {
      const text = messageOf(error, "Unable to check subscriptions for this email address.");
      toast({ title: "Error", text, destructive: true });
      setProblem(text);
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  const startOver = () => {
    setProblem("");
    setStep({ at: "address" });
  };
  /** The session has ended, and the server has just mailed another code. */
  const askForCode = (email: string) => setStep({ at: "code", email });
  return { step, busy, problem, lookUp, startOver, askForCode };
}
