import { useEffect, useRef, useState } from "react";
import type { Shop } from "../../../api/types.ts";
import { call, useRefresh } from "../../../kit/api.ts";
import { CodeEntry } from "../../../kit/code-field.tsx";
import { type PendingProof, pendingProof, proven } from "../../../kit/pending-proof.ts";
import { paths } from "../../../lib/paths.ts";
import { townLabel } from "../../../lib/shop.ts";

interface Said {
  title: string;
  text: string;
}

const LISTED: Said = {
  title: "Your listing is live",
  text: "Everyone can find it now. Confirm your email address to edit it later; we'll verify ownership within 2-3 business days.",
};

const CLAIMED: Said = {
  title: "We've received your claim",
  text: "Confirm your email address now: it counts as evidence. We'll get back to you within 2-3 business days.",
};

/** Next steps for someone who has just listed or claimed the shop. */
export function OwnerWelcome({ shop }: { shop: Shop }) {
  const { slug, name } = shop;
  const [proof, setProof] = useState(() => pendingProof(slug));
  const [thanks, setThanks] = useState<string | null>(null);
  const box = useRef<HTMLElement>(null);
  const refresh = useRefresh();
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
  }, []);
  const { title, text } = proof?.kind === "claim" ? CLAIMED : LISTED;
  const confirmed = (message: string) => {
    proven(slug);
    setProof(null);
    setThanks(message);
    void refresh("/api/session");
  };
  return (
    <section ref={box} tabIndex={-1} aria-labelledby="welcome" className="welcome no-print">
      <h2 id="welcome" className="font-bold text-2xl md:text-3xl">
        {thanks ? "Your address is confirmed" : title}
      </h2>
      <p role="status" className="mt-2 max-w-text">
        {thanks ?? text}
      </p>
      {proof ? (
        <CodeEntry
          address={proof.email}
          check={(code) => check(proof, code)}
          done={confirmed}
          again={() => again(proof)}
          verb="Confirm"
          busy="Confirming..."
        />
      ) : (
        !thanks && (
          <p className="mt-3 max-w-text">
            {"The email we sent has a code and a link. You can also "}
            <a className="link" href={paths.signIn()}>
              sign in with your email address
            </a>
            .
          </p>
        )
      )}
      <p className="mt-6 flex flex-wrap gap-3">
        {!shop.permanentlyClosed && (
          <a className="button button-amber" href={paths.boost(slug)} rel="nofollow">
            {`Boost ${name}`}
          </a>
        )}
        <a className="button" href={paths.city(shop.citySlug)}>
          {`See it in ${townLabel(shop)}`}
        </a>
        <a className="button" href={paths.yourShops()}>
          Your coffee shops
        </a>
      </p>
    </section>
  );
}

/** Submits the code; returns the sentence about what happens next. */
async function check({ kind, id }: PendingProof, code: string): Promise<string> {
  if (kind === "claim")
    return (await call("post", "/api/claims/{id}/confirm", { path: { id }, body: { code } }))
      .message;
  const { name } = await call("post", "/api/listings/{id}/confirm", {
    path: { id },
    body: { code },
  });
  return `Thank you. You're signed in and can edit the listing for ${name}. We'll verify ownership within 2-3 business days.`;
}

function again({ kind, id, email }: PendingProof): Promise<unknown> {
  const body = { ownerEmail: email };
  return kind === "claim"
    ? call("post", "/api/claims/{id}/resend", { path: { id }, body })
    : call("post", "/api/listings/{id}/resend", { path: { id }, body });
}
