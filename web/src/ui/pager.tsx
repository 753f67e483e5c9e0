interface PagerProps {
  page: number;
  pageCount: number;
  /** URL of a page of this list. */
  hrefOf: (page: number) => string;
  /** What is paged, for assistive technology: "Pages of coffee shops". */
  label: string;
}

/** Real links to other pages, so that readers and crawlers reach every item. */
export function Pager({ page, pageCount, hrefOf, label }: PagerProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={label} className="mt-10 flex flex-wrap items-center justify-center gap-2">
      {page > 1 && (
        <a className="button button-small" rel="prev" href={hrefOf(page - 1)}>
          Previous
        </a>
      )}
      <ol className="flex flex-wrap items-center gap-2">
        {pagesAround(page, pageCount).map((number, index, all) => (
          <li key={number} className="flex items-center gap-2">
            {index > 0 && number - (all[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
            <a
              className={
                number === page ? "button button-small button-primary" : "button button-small"
              }
              aria-current={number === page ? "page" : undefined}
              href={hrefOf(number)}
            >
              <span className="sr-only">Page </span>
              {number}
            </a>
          </li>
        ))}
      </ol>
      {page < pageCount && (
        <a className="button button-small" rel="next" href={hrefOf(page + 1)}>
          Next
        </a>
      )}
    </nav>
  );
}

/** The first, the last, and the pages next to the current one. */
export function pagesAround(page: number, pageCount: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pageCount]);
  return [...wanted].filter((one) => one >= 1 && one <= pageCount).sort((a, b) => a - b);
}
