import type { ArticleLink } from "../../../api/types.ts";
import { blogPaths } from "../paths.ts";

interface Props {
  previous: ArticleLink | null;
  next: ArticleLink | null;
}

/** The previous and the next article. */
export function Neighbors({ previous, next }: Props) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="Previous and next article" className="mt-12 grid gap-4 sm:grid-cols-2">
      {previous && (
        <a className="neighbor" rel="prev" href={blogPaths.article(previous.slug)}>
          <span>← Previous article</span>
          {previous.title}
        </a>
      )}
      {next && (
        <a className="neighbor neighbor-next" rel="next" href={blogPaths.article(next.slug)}>
          <span>Next article →</span>
          {next.title}
        </a>
      )}
    </nav>
  );
}
