import type { Shop } from "../../../api/types.ts";
import { PhotoCredit } from "../../../components/photo-credit.tsx";
import { ShopPhoto } from "../../../ui/storefront/storefront.tsx";
import { PhotoLink } from "./photo-link.tsx";

/** The photos after the first one. Each opens in full. */
export function MorePhotos({ shop }: { shop: Shop }) {
  const { slug, name, photos } = shop;
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
            <PhotoLink shop={shop} index={index + 1}>
              <ShopPhoto
                className="rounded"
                slug={slug}
                name={name}
                src={photo.url}
                srcSet={photo.srcset}
                sizes="(min-width: 64rem) 21rem, (min-width: 40rem) 45vw, 92vw"
              />
            </PhotoLink>
            <PhotoCredit photo={photo} />
          </li>
        ))}
      </ul>
    </section>
  );
}
