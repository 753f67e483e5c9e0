import type { ArticleCategory } from "../../../api/types.ts";
import { hslToRgb, parseHsl, toHex } from "../../../ui/color.ts";
import { blogPaths } from "../paths.ts";

/** A category's name with a dot in its color. */
export function CategoryMark({ category }: { category: ArticleCategory }) {
  return (
    <p className="category-mark">
      <CategoryDot color={category.color} />
      <a href={blogPaths.category(category.slug)}>{category.name}</a>
    </p>
  );
}

/** Light enough for dark backgrounds, and dark enough for light ones. */
const DOT_LIGHTNESS = 48;

export function CategoryDot({ color }: { color: string }) {
  const [hue, saturation] = parseHsl(color) ?? [0, 0];
  return (
    <svg className="size-2.5 shrink-0" viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="5" fill={toHex(hslToRgb(hue, saturation, DOT_LIGHTNESS))} />
    </svg>
  );
}
