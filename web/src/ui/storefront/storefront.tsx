import { useState } from "react";
import { drawStorefront, drawStreet, STREET_WIDTH } from "./draw-storefront.ts";

interface PictureProps {
  slug: string;
  name: string;
  /** Our own address of a photo, when there is one. */
  imageUrl: string | null;
  /** The first picture of a screen is fetched at once and before others. */
  first?: boolean;
  /** What the photo shows; empty where the name stands beside it. */
  alt?: string;
}

/** A shop's photo, or its drawn storefront when there is none or it cannot be loaded. */
export function ShopPicture({ slug, name, imageUrl, first = false, alt = "" }: PictureProps) {
  const [failed, setFailed] = useState(false);
  if (!imageUrl || failed) {
    return <Storefront slug={slug} name={name} />;
  }
  return (
    <img
      // An image may have failed before this code ran.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(true);
      }}
      onError={() => setFailed(true)}
      src={imageUrl}
      alt={alt}
      width={640}
      height={400}
      className="size-full object-cover"
      {...(first ? { fetchPriority: "high" } : { loading: "lazy", decoding: "async" })}
    />
  );
}

export function Storefront({ slug, name }: { slug: string; name: string }) {
  return (
    <svg
      className="storefront"
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, the name in it is escaped
      dangerouslySetInnerHTML={{ __html: drawStorefront(slug, name) }}
    />
  );
}

/** A drawn main street, by day in the light scheme and by night in the dark one. */
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
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing of fixed words
          dangerouslySetInnerHTML={{ __html: drawStreet(signs, night) }}
        />
      ))}
    </>
  );
}
