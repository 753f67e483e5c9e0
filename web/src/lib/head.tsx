import type { Photo, Site } from "../api/types.ts";
import { useSite } from "./site.tsx";

export interface HeadProps {
  /** Without the product's name, which is added. */
  title: string;
  /** Uses `title` as it is, because it already contains the product's name. */
  bare?: boolean;
  description: string;
  keywords?: string;
  /** Path with the query of the canonical URL; absent for pages without one. */
  path?: string;
  /** "noindex" keeps the page out of search engines; "noindex,follow" lets them follow its links. */
  robots?: "noindex" | "noindex,follow";
  /** Path of the picture for shared links, 1200 × 630; by default, the site's own. */
  picture?: string;
  /** A photo for shared links instead, if it is large enough. */
  cover?: Photo | undefined;
  /** The Open Graph type. */
  type?: "website" | "article";
}

/** In pixels; below it, messengers show a photo as a thumbnail beside the text. */
const SMALLEST_COVER = 600;

/** Title, description, canonical URL and social tags; React moves them into `<head>`. */
export function Head({
  title,
  bare = false,
  description,
  keywords,
  path,
  robots,
  picture,
  cover,
  type = "website",
}: HeadProps) {
  const site = useSite();
  const fullTitle = bare ? title : `${title} | ${site.name}`;
  const address = path === undefined ? undefined : site.publicUrl + path;
  const drawn = {
    url: picture ?? `/social/site.png?v=${encodeURIComponent(site.name + site.mark)}`,
    width: 1200,
    height: 630,
    alt: null,
  };
  const { url, width, height, alt } = cover && cover.width >= SMALLEST_COVER ? cover : drawn;
  const image = absolute(site.publicUrl, url);
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {keywords && <meta name="keywords" content={keywords} />}
      {robots && <meta name="robots" content={robots} />}
      {address && <link rel="canonical" href={address} />}
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content={type} />
      <meta property="og:site_name" content={site.name} />
      {address && <meta property="og:url" content={address} />}
      <meta property="og:image" content={image} />
      <meta property="og:image:width" content={`${width}`} />
      <meta property="og:image:height" content={`${height}`} />
      {alt && <meta property="og:image:alt" content={alt} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:title" content={fullTitle} />
      <meta name="twitter:description" content={description} />
    </>
  );
}

/** Links to the page's feed, for feed readers. */
export function FeedLink({ href, title }: { href: string; title: string }) {
  return <link rel="alternate" type="application/atom+xml" title={title} href={href} />;
}

/** The URL of a drawn picture. `facts` and the site's mark change with the text on it, so that it can be cached forever. */
export function pictureOf(
  { mark }: Site,
  kind: "cities" | "coffee-shops",
  slug: string,
  ...facts: unknown[]
) {
  return `/social/${kind}/${slug}.png?v=${facts.join("-").replace(/[^\d-]/g, "")}${mark}`;
}

/** A shared object, so that React leaves the server's content alone. */
const AS_IT_IS = { __html: "" };

/**
 * Structured data as a data block. `<` is escaped so that no text can end the block. Only the server's version is ever
 * read, so callers use `import.meta.env.SSR &&` to keep its code out of the browser bundle.
 */
export function JsonLd({ data }: { data: unknown }) {
  const block = import.meta.env.SSR
    ? { __html: JSON.stringify(data).replaceAll("<", "\\u003c") }
    : AS_IT_IS;
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block, escaped here
      dangerouslySetInnerHTML={block}
      suppressHydrationWarning
    />
  );
}

export function absolute(origin: string, address: string): string {
  return address.startsWith("/") ? origin + address : address;
}
