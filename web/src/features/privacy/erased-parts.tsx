import { useEffect, useRef } from "react";
import type { components } from "../../api/schema.gen.ts";
import { plural } from "../../lib/text.ts";
import { partTitle } from "./person-words.ts";

type Erased = components["schemas"]["PersonErased"];

/** What was erased, and what stays. */
export function ErasedParts({ erased }: { erased: Erased }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that erased is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <section aria-labelledby="erased" className="notice mt-8 max-w-text">
      <h3 ref={heading} id="erased" tabIndex={-1} className="font-bold text-xl">
        {erased.wasKnown
          ? `${erased.address} is erased`
          : `Nothing was kept about ${erased.address}`}
      </h3>
      <ul className="mt-2 grid gap-1">
        {erased.parts.map(({ name, count }) => (
          <li key={name}>{`${partTitle(name)}: ${plural(count, "record")}`}</li>
        ))}
      </ul>
      {erased.kept.length > 0 && (
        <>
          <h4 className="mt-4 font-bold">What stays</h4>
          <ul className="mt-1 grid gap-1">
            {erased.kept.map((kept) => (
              <li key={kept}>{kept}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
