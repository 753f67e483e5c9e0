import { useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { YourShop } from "../../../api/your-shop.ts";
import { drawCode } from "../../../lib/draw-code.ts";
import { useSite } from "../../../lib/site.tsx";

const SIZES = { a6: "A6", letter: "Letter" } as const;
type Size = keyof typeof SIZES;

/** A card to print for the counter: a code to the shop's page, where guests vote and say what isn't right. */
export function CounterCard({ shop }: { shop: YourShop }) {
  const [size, setSize] = useState<Size>("a6");
  const [isPrinting, setPrinting] = useState(false);
  // The page is set up for a card exactly as long as there is one.
  useLayoutEffect(() => {
    if (!isPrinting) return;
    const root = document.documentElement;
    root.dataset.card = size;
    return () => {
      delete root.dataset.card;
    };
  }, [isPrinting, size]);
  useEffect(() => {
    if (!isPrinting) return;
    const done = () => setPrinting(false);
    addEventListener("afterprint", done);
    window.print();
    return () => removeEventListener("afterprint", done);
  }, [isPrinting]);
  return (
    <div className="mt-4">
      <div className="counter-card counter-card-preview">
        <Card shop={shop} />
      </div>
      <fieldset className="mt-4 flex flex-wrap gap-3">
        <legend className="font-semibold">Paper</legend>
        {(Object.keys(SIZES) as Size[]).map((one) => (
          <button
            key={one}
            type="button"
            className={`button button-small ${one === size ? "button-primary" : ""}`}
            aria-pressed={one === size}
            onClick={() => setSize(one)}
          >
            {SIZES[one]}
          </button>
        ))}
      </fieldset>
      <button type="button" className="button mt-4" onClick={() => setPrinting(true)}>
        Print the card
      </button>
      {isPrinting &&
        createPortal(
          <div className={`counter-card counter-card-${size}`}>
            <Card shop={shop} />
          </div>,
          document.body,
        )}
    </div>
  );
}

function Card({ shop: { name, publicUrl } }: { shop: YourShop }) {
  const { name: site } = useSite();
  const address = new URL(publicUrl, window.location.origin).href;
  const { size, path } = drawCode(address);
  return (
    <>
      <p className="counter-card-name">{name}</p>
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={`QR code to ${address}`}>
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="counter-card-call">Like it here? Vote for us.</p>
      <p>Is this right? See our hours and tell us what has changed.</p>
      <p className="counter-card-address">{`${site} · ${address.replace(/^https?:\/\//, "")}`}</p>
    </>
  );
}
