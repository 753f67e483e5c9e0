import { useEffect, useRef, useState } from "react";
import { paths } from "../../../lib/paths.ts";
import type { ListingBody, SimilarShop, Verdict } from "../listing.ts";
import { ObjectionForm } from "./objection-form.tsx";

interface RefusalPanelProps {
  verdict: Verdict;
  /** The submitted listing. */
  body: ListingBody;
  /** Says that these shops are different, and submits again. */
  onDifferent: (ids: string[]) => void;
}

/** Why the shop wasn't listed, and what can be done. The form keeps everything that was entered. */
export function RefusalPanel({ verdict, body, onDifferent }: RefusalPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const [objects, setObjects] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new verdict takes the focus
  useEffect(() => panel.current?.focus(), [verdict]);
  const isChain = verdict.kind === "chain";
  const isCertain = verdict.kind !== "possible_duplicate";
  return (
    <section ref={panel} tabIndex={-1} className="refusal" aria-labelledby="refusal-title">
      <h2 id="refusal-title" className="font-bold text-xl">
        {isChain
          ? "This looks like a chain"
          : isCertain
            ? "This coffee shop is already listed"
            : "Is it one of these?"}
      </h2>
      <p className="mt-2">{verdict.message}</p>
      {!isChain && (
        <ul className="mt-4 grid gap-4">
          {verdict.similar.map((shop) => (
            <Similar key={shop.id} shop={shop} body={body} />
          ))}
        </ul>
      )}
      {!isCertain && (
        <button
          type="button"
          className="button mt-5"
          onClick={() => onDifferent(verdict.similar.map(({ id }) => id))}
        >
          No, this is another shop: list it
        </button>
      )}
      {isCertain && !objects && (
        <button type="button" className="text-button mt-4" onClick={() => setObjects(true)}>
          {isChain ? "This is not a chain" : "This is not that shop"}
        </button>
      )}
      {isCertain && objects && (
        <ObjectionForm kind={isChain ? "chain" : "duplicate"} listing={body} />
      )}
    </section>
  );
}

/** A listed shop next to what was entered. */
function Similar({ shop, body }: { shop: SimilarShop; body: ListingBody }) {
  const { slug, name, address, reasons, isClaimed, permanentlyClosed, claimUrl } = shop;
  return (
    <li className="border-rule border-t pt-4">
      <dl className="compared">
        <div>
          <dt>You typed</dt>
          <dd>{`${body.name}\n${body.address}, ${body.zipCode}`}</dd>
        </div>
        <div>
          <dt>{permanentlyClosed ? "Listed, as permanently closed" : "Listed"}</dt>
          <dd>
            <a className="link font-semibold" href={paths.shop(slug)}>
              {name}
            </a>
            {`\n${address}`}
          </dd>
        </div>
      </dl>
      <p className="mt-2 flex flex-wrap gap-2">
        {reasons.map(({ code, label }) => (
          <span key={code} className="badge">
            {label}
          </span>
        ))}
      </p>
      <p className="mt-3">
        {claimUrl ? (
          <a className="button button-primary" href={claimUrl} rel="nofollow">
            Is this your shop? Claim it
          </a>
        ) : (
          isClaimed && (
            <span className="text-soft">
              {"It already has an owner. If that's you, "}
              <a className="link" href={paths.signIn()}>
                sign in
              </a>
              {"; else "}
              <a className="link" href={paths.contact()}>
                contact us
              </a>
              .
            </span>
          )
        )}
      </p>
    </li>
  );
}
