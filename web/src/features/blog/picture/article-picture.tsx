import type { ArticleSummary } from "../../../api/types.ts";
import { drawArticle } from "./draw-article.ts";

interface Props {
  article: Pick<ArticleSummary, "slug" | "tags" | "category">;
  className?: string;
}

/** An article's drawn picture, which decorates its title. */
export function ArticlePicture({ article, className = "" }: Props) {
  const tags = article.tags.map(({ slug }) => slug);
  return (
    <svg
      className={`storefront ${className}`}
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, no word of the article is in it
      dangerouslySetInnerHTML={{ __html: drawArticle(article.slug, tags, article.category?.color) }}
    />
  );
}
