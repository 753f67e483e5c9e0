import { useEffect, useRef, useState } from "react";
import type { Shop } from "../../../api/types.ts";
import { call, messageOf } from "../../../kit/api.ts";
import { CodeEntry } from "../../../kit/code-field.tsx";
import { dropPhoto, keptPhoto } from "../../../kit/kept-photo.ts";
import { markOwner } from "../../../kit/mark-owner.ts";
import { type PendingProof, pendingProof, proven } from "../../../kit/pending-proof.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { sendShopPhoto } from "../../../kit/upload/send-shop-photo.ts";
import { paths } from "../../../lib/paths.ts";
import { townLabel } from "../../../lib/shop.ts";
import { useSellsBoosts } from "../../../lib/site.tsx";
import { useConfirmedElsewhere } from "./use-confirmed-elsewhere.ts";

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

const ELSEWHERE: Said = {
  title: "Already confirmed",
  text: "Your email address was confirmed on another device.",
};

/** Next steps for someone who has just listed or claimed the shop. */
export function OwnerWelcome({ shop }: { shop: Shop }) {
  const { slug, name } = shop;
  const sells = useSellsBoosts();
  const [proof, setProof] = useState(() => pendingProof(slug));
  const [thanks, setThanks] = useState<Said | null>(null);
  /** Whether this browser is signed in as the person. */
  const [isIn, setIn] = useState(false);
  const box = useRef<HTMLElement>(null);
  const tell = useChanged();
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
  }, []);
  const { title, text } = proof?.kind === "claim" ? CLAIMED : LISTED;
  const confirmed = (said: Said, isHere: boolean) => {
    proven(slug);
    setProof(null);
    setThanks(said);
    setIn(isHere);
    if (isHere) markOwner();
    void tell("session");
  };
  useConfirmedElsewhere(proof, () => confirmed(ELSEWHERE, false));
  const isListing = useRef(proof?.kind === "listing");
  return (
    <section ref={box} tabIndex={-1} aria-labelledby="welcome" className="welcome no-print">
      <h2 id="welcome" className="font-bold text-2xl md:text-3xl">
        {thanks?.title ?? title}
      </h2>
      <p role="status" className="mt-2 max-w-text">
        {thanks?.text ?? text}
      </p>
      {proof ? (
        <CodeEntry
          address={proof.email}
          nextCodeAt={proof.nextCodeAt}
          check={(code) => check(proof, code)}
          done={(said) => confirmed({ title: "Your address is confirmed", text: said }, true)}
          again={() => again(proof)}
          verb="Confirm"
          busy="Confirming..."
        />
      ) : (
        !isIn && (
          <p className="mt-3 max-w-text">
            {thanks
              ? "To edit the page on this device, "
              : "The email we sent has a code and a link. You can also "}
            <a className="link" href={paths.signIn()}>
              sign in with your email address
            </a>
            .
          </p>
        )
      )}
      {isIn && isListing.current && <ChosenPhoto slug={slug} />}
      <ul className="mt-6 flex flex-wrap gap-3">
        {isIn && isListing.current && (
          <>
            <Step primary href={`${paths.yourShop(slug)}#hours`} text="Edit hours" />
            <Step href={`${paths.yourShop(slug)}#photos`} text="Add photos" />
          </>
        )}
        <Step href={paths.shop(slug)} text="See your page" />
        <Step href={paths.city(shop.citySlug)} text={`See it in ${townLabel(shop)}`} />
        <Step href={paths.yourShops()} text="Your coffee shops" />
        {sells && !shop.permanentlyClosed && (
          <li>
            <a className="button button-amber" href={paths.boost(slug)} rel="nofollow">
              {`Boost ${name}`}
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}

function Step({ href, text, primary = false }: { href: string; text: string; primary?: boolean }) {
  return (
    <li>
      <a className={primary ? "button button-primary" : "button"} href={href}>
        {text}
      </a>
    </li>
  );
}

/** Adds the photo that was chosen in the form, which waited in this browser for the confirmation. */
function ChosenPhoto({ slug }: { slug: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const leaving = new AbortController();
    const send = async () => {
      const photo = await keptPhoto(slug);
      if (!photo || leaving.signal.aborted) return;
      setSaid("Adding your photo…");
      try {
        const how = { signal: leaving.signal, onProgress: () => undefined };
        await sendShopPhoto(slug, photo, how);
        await dropPhoto(slug);
        setSaid("Your photo is on the page.");
      } catch (error) {
        if (leaving.signal.aborted) return;
        setSaid(messageOf(error, "Your photo couldn't be added. Please add it again."));
      }
    };
    void send();
    return () => leaving.abort();
  }, [slug]);
  return (
    <p role="status" className="mt-2">
      {said}
    </p>
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
