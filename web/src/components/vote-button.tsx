import { type MouseEvent, useCallback, useContext, useEffect, useRef, useState } from "react";
import type { Shop } from "../api/types.ts";
import { countText, plural } from "../lib/text.ts";
import { VoteContext, waitFor } from "../lib/votes.ts";
import { useToast } from "../ui/toast.tsx";

/** The upvote control of a shop. */
export function VoteButton({ shop: { id, cityId, name, upvoteCount } }: { shop: Shop }) {
  const cast = useContext(VoteContext);
  const toast = useToast();
  const [pending, setPending] = useState(false);
  const [counted, setCounted] = useState(0);
  const [wait, setWait] = useState<string | null>(null);
  const focused = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // A disabled button can't have the focus, so it was lost.
    if (!pending && document.activeElement === document.body) focused.current?.focus();
  }, [pending]);
  // Another node may be a second behind the one that counted.
  const count = Math.max(counted, upvoteCount);

  // Local storage is read after hydration, so that pages are the same for everybody.
  const look = useCallback(() => setWait(waitFor(id)), [id]);
  useEffect(look, [look]);
  const vote = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focused.current = currentTarget === document.activeElement ? currentTarget : null;
    setPending(true);
    const { message, count = 0 } = await cast({ id, cityId }).catch(() => ({
      message: { title: "Upvote failed", text: "Please try again later.", destructive: true },
      count: 0,
    }));
    setPending(false);
    setCounted((before) => Math.max(before, count));
    look();
    toast(message);
  };

  return (
    <button
      type="button"
      className="vote"
      title={wait ? `You can vote again in ${wait}` : "Give this coffee shop an upvote!"}
      aria-label={`Upvote ${name}, ${plural(count, "upvote")}${wait ? ", you voted" : ""}`}
      disabled={pending}
      onClick={vote}
      onPointerEnter={look}
      onFocus={look}
    >
      {pending ? "..." : `${wait ? "✓" : "▲"} ${countText(count)}`}
    </button>
  );
}
