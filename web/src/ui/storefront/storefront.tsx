import { useState } from "react";
import { drawn } from "../drawings.ts";
import { STREET_WIDTH } from "./street.ts";

interface PhotoProps {
  src: string;
  /** All files with their widths, and the displayed width of the photo. */
  srcSet?: string | undefined;
  sizes?: string;
  slug: string;
  name: string;
  /** Alt text; empty if the name is next to it. */
  alt?: string;
  /** The first picture on a screen is loaded right away and before others. */
  first?: boolean;
  className?: string;
}

/** One card per row on phones, then two, then three. */
const IN_LISTS = "(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw";

/** A shop's photo, or its drawn storefront if the photo can't be loaded. */
export function ShopPhoto({
  src,
  srcSet,
  sizes = IN_LISTS,
  slug,
  name,
  alt = "",
  first = false,
  className = "",
}: PhotoProps) {
  const [failed, setFailed] = useState(false);
  if (failed) return storefront(slug, name, `storefront ${className}`);
  return (
    <img
      // An image may have failed before this code ran.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(true);
      }}
      onError={() => setFailed(true)}
      {...(srcSet ? { srcSet, sizes } : {})}
      src={src}
      alt={alt}
      width={640}
      height={400}
      className={`w-full object-cover ${className}`}
      {...(first ? { fetchPriority: "high" } : { loading: "lazy", decoding: "async" })}
    />
  );
}

/** A shop's drawn storefront. A function, not a component, because lists render it fifty times. */
export function storefront(slug: string, name: string, className = "storefront") {
  return (
    <svg
      // Another shop's storefront needs another element.
      key={slug + name}
      className={className}
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      {...drawn("fronts", ({ drawStorefront }) => drawStorefront(slug, name))}
    />
  );
}

/** A drawn main street, by day in light mode and by night in dark mode. */
export function MainStreet({ signs }: { signs: readonly string[] }) {
  return (
    <>
      {[false, true].map((night) => (
        <svg
          key={String(night)}
          className={`h-full w-auto max-w-none ${night ? "hidden dark:block" : "dark:hidden"}`}
          viewBox={`0 0 ${STREET_WIDTH} 200`}
          preserveAspectRatio="xMidYMax slice"
          aria-hidden="true"
          {...drawn("fronts", ({ drawStreet }) => drawStreet(signs, night))}
        />
      ))}
    </>
  );
}
