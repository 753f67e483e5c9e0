import type { Photo } from "../api/types.ts";
import { webAddress } from "../lib/shop.ts";

/** Who took a photo, its source, and its license. */
export function PhotoCredit({ photo: { credit, sourceUrl, license } }: { photo: Photo }) {
  const source = webAddress(sourceUrl);
  if (!credit && !license) return null;
  const words = credit ?? "Photo";
  return (
    <p className="mt-1.5 text-[0.875rem] text-soft">
      {source ? (
        <a className="link" href={source} rel="ugc nofollow noopener">
          {words}
        </a>
      ) : (
        words
      )}
      {license && `, ${license}`}
    </p>
  );
}
