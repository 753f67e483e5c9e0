import type { CountedCategory, CountedTag } from "../../../api/types.ts";
import { paths } from "../../../lib/paths.ts";
import { blogPaths } from "../paths.ts";
import { CategoryDot } from "./category-mark.tsx";

/** The categories with articles; `current` is this page's, or null on the page with all. */
export function CategoryNav({
  categories,
  current,
}: {
  categories: readonly CountedCategory[];
  current: string | null | undefined;
}) {
  const shown = categories.filter(({ count, slug }) => count > 0 || slug === current);
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-2">
        <li>
          <a
            className="topic"
            href={paths.blog()}
            aria-current={current === null ? "page" : undefined}
          >
            All articles
          </a>
        </li>
        {shown.map(({ slug, name, color, count }) => (
          <li key={slug}>
            <a
              className="topic"
              href={blogPaths.category(slug)}
              aria-current={current === slug ? "page" : undefined}
            >
              <CategoryDot color={color} />
              {name}
              <Count of={count} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** All tags with their article counts. */
export function TagNav({ tags, current }: { tags: readonly CountedTag[]; current?: string }) {
  if (tags.length === 0) return null;
  return (
    <nav aria-labelledby="tags" className="mt-14">
      <h2 id="tags" className="mb-4 font-bold text-xl">
        Browse by Tag
      </h2>
      <ul className="flex flex-wrap gap-2">
        {tags.map(({ slug, name, count }) => (
          <li key={slug}>
            <a
              className="topic"
              href={blogPaths.tag(slug)}
              aria-current={current === slug ? "page" : undefined}
            >
              {name}
              <Count of={count} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Count({ of }: { of: number }) {
  return (
    <span className="topic-count">
      {of}
      <span className="sr-only">{of === 1 ? " article" : " articles"}</span>
    </span>
  );
}
