import { useSite } from "./site.tsx";

export interface HeadProps {
  /** Without the product's name, which is added. */
  title: string;
  /** Keeps `title` as it is, where the product's name already stands in it. */
  bare?: boolean;
  description: string;
  keywords?: string;
  /** Path with the query that belongs to the canonical address; absent for pages without one. */
  path?: string;
  /** "noindex" keeps the page out of search engines, "noindex,follow" lets them follow its links. */
  robots?: "noindex" | "noindex,follow";
  /** Absolute path of a picture for social sharing. */
  image?: string | null;
}

/** Title, description, canonical address and social tags; React moves them into `<head>`. */
export function Head({
  title,
  bare = false,
  description,
  keywords,
  path,
  robots,
  image,
}: HeadProps) {
  const site = useSite();
  const fullTitle = bare ? title : `${title} | ${site.name}`;
  const address = path === undefined ? undefined : site.publicUrl + path;
  const picture = image ? absolute(site.publicUrl, image) : undefined;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {keywords && <meta name="keywords" content={keywords} />}
      {robots && <meta name="robots" content={robots} />}
      {address && <link rel="canonical" href={address} />}
      <meta property="og:title" content={fullTitle} />
      <meta property="og:description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      {address && <meta property="og:url" content={address} />}
      {picture && <meta property="og:image" content={picture} />}
      <meta name="twitter:card" content={picture ? "summary_large_image" : "summary"} />
      <meta name="twitter:title" content={fullTitle} />
      <meta name="twitter:description" content={description} />
    </>
  );
}

/** Structured data as a data block. `<` is escaped so that no text can end the block. */
export function JsonLd({ data }: { data: unknown }) {
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block, escaped here
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll("<", "\\u003c") }}
    />
  );
}

export function absolute(origin: string, address: string): string {
  return address.startsWith("/") ? origin + address : address;
}
