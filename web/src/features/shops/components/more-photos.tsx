import type { Shop } from "../../../api/types.ts";
import { PhotoCredit } from "../../../components/photo-credit.tsx";
import { ShopPhoto } from "../../../ui/storefront/storefront.tsx";

/** The photos after the first one. Each links to its largest file. */
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
