import type { Shop } from "../../../api/types.ts";
import { webAddress } from "../../../lib/shop.ts";
import { ShopPhoto } from "../../../ui/storefront/storefront.tsx";

type Photo = Shop["photos"][number];

/** The photos behind the first one. Each leads to its largest file. */
export function MorePhotos({ shop: { slug, name, photos } }: { shop: Shop }) {
  const more = photos.slice(1);
  if (more.length === 0) return null;
  return (
    <section aria-labelledby="photos" className="no-print">
      <h2 id="photos" className="font-bold text-2xl">
        {`Photos of ${name}`}
      </h2>
      <ul className="photo-wall">
        {more.map((photo, index) => (
          <li key={photo.url}>
            <a
              href={photo.url}
              aria-label={`${photo.alt || `Photo ${index + 2} of ${name}`}, full size`}
            >
              <ShopPhoto
                className="rounded"
                slug={slug}
                name={name}
                src={photo.url}
                srcSet={photo.srcset}
                sizes="(min-width: 64rem) 21rem, (min-width: 40rem) 45vw, 92vw"
              />
            </a>
            <PhotoCredit photo={photo} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Who took a photo, where it comes from, and under which license it is shown. */
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
