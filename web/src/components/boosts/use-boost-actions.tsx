import type { ReactNode } from "react";
import { ApiError } from "../../api/client.ts";
import { type Answer, call, messageOf } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { useAction } from "../../kit/use-action.ts";
import { useToast } from "../../ui/toast.tsx";

type Subscription = Answer<"post", "/api/get-subscription-info">["subscriptions"][number];

interface Options {
  /** The payer's address, which has to be proven. */
  email: string;
  /** Something has changed. */
  changed: () => void;
  /** The session has ended, and a code was mailed. */
  askForCode: () => void;
  /** Stripe's portal isn't set up. */
  noPortal: () => void;
}

export interface BoostActions {
  question: ReactNode;
  cancel: (subscription: Subscription) => Promise<void>;
  resume: (subscription: Subscription) => Promise<void>;
  openPortal: (purchaseId?: string) => Promise<void>;
  busy: boolean;
  isCancelling: (id: string) => boolean;
}

/** What a payer can do about a monthly boost: cancel it, take that back until the period ends (D106), see cards and receipts. */
export function useBoostActions({ email, changed, askForCode, noPortal }: Options): BoostActions {
  const toast = useToast();
  const [question, confirm] = useConfirm();
  const signedOut = (title: string, then: string) => {
    const text = `You're signed out. Enter the code that we've just emailed you, then ${then} again.`;
    toast({ title, text, destructive: true });
    askForCode();
  };
  const body = (id: string) => ({ body: { email, subscriptionId: id } });
  const cancelling = useAction((id: string) => call("post", "/api/cancel-subscription", body(id)), {
    done: ({ status, message }) => {
      if (status !== "cancelled") return signedOut("Not cancelled yet", "cancel");
      toast({ title: "Subscription Cancelled", text: message });
      changed();
    },
    failed: {
      title: "Cancellation Failed",
      text: "Unable to cancel subscription. Please contact support.",
    },
  });
  const resuming = useAction((id: string) => call("post", "/api/resume-subscription", body(id)), {
    done: ({ status, message }) => {
      if (status !== "resumed") return signedOut("Not resumed yet", "try");
      toast({ title: "Not canceled", text: message });
      changed();
    },
    failed: {
      title: "Couldn't resume the boost",
      text: "Unable to resume the subscription. Please contact support.",
    },
  });
  const cancel = async ({ id, coffeeShop, cancelLabel, isUndoable }: Subscription) => {
    const isMeant = await confirm({
      title: `Cancel the boost for ${coffeeShop.name}?`,
      text: (
        <>
          <p>
            {`Are you sure you want to cancel this subscription?${isUndoable ? "" : " This cannot be undone."}`}
          </p>
          {cancelLabel && <p className="mt-2">{cancelLabel}</p>}
        </>
      ),
      verb: "Cancel subscription",
      keep: "Keep it",
      destructive: true,
    });
    if (isMeant) await cancelling.start(id);
  };
  const openPortal = async (purchaseId?: string) => {
    const asked = purchaseId ? { email, purchaseId } : { email };
    try {
      const answer = await call("post", "/api/create-customer-portal-session", { body: asked });
      if ("url" in answer) window.location.assign(answer.url);
      else askForCode();
    } catch (error) {
      // The portal isn't set up; the possible actions are on this page.
      if (isNotSetUp(error)) return noPortal();
      const text = messageOf(
        error,
        "Unable to access subscription management. Please check your email address.",
      );
      toast({ title: "Error", text, destructive: true });
    }
  };
  return {
    question,
    cancel,
    resume: ({ id }) => resuming.start(id),
    openPortal,
    busy: cancelling.busy || resuming.busy,
    isCancelling: cancelling.busyWith,
  };
}

function isNotSetUp(error: unknown): boolean {
  const words = error instanceof ApiError ? (error.readable ?? "") : "";
  return /permission|configuration|settings/i.test(words);
}

interface ButtonsProps {
  subscription: Subscription;
  actions: BoostActions;
}

/** "Cancel" with what it means, or "Don't cancel" until the period ends. */
export function SubscriptionButtons({ subscription, actions }: ButtonsProps) {
  const { id, coffeeShop, cancelLabel, resumeLabel } = subscription;
  if (resumeLabel)
    return (
      <div className="mt-4 grid justify-items-start gap-2">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={actions.busy}
          aria-label={`Don't cancel the subscription for ${coffeeShop.name}`}
          onClick={() => void actions.resume(subscription)}
        >
          Don't cancel
        </button>
        <p className="text-[0.9375rem] text-soft">{`${resumeLabel}, if you take it back.`}</p>
      </div>
    );
  if (!cancelLabel) return null;
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <button
        type="button"
        className="button button-danger"
        aria-disabled={actions.busy}
        aria-label={`Cancel the subscription for ${coffeeShop.name}`}
        onClick={() => void actions.cancel(subscription)}
      >
        {actions.isCancelling(id) ? "Cancelling..." : "Cancel"}
      </button>
      <p className="text-[0.9375rem] text-soft">{`If you cancel: ${cancelLabel}`}</p>
    </div>
  );
}
