export interface Crumb {
  name: string;
  href: string;
}

/** The path from the home page; the last entry is the current page. */
export function Breadcrumb({ trail }: { trail: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb">
      <ol className="flex flex-wrap gap-x-2 text-[0.9375rem]">
        {trail.map(({ name, href }, index) => (
          <li key={href} className="flex min-w-0 gap-x-2">
            {index < trail.length - 1 ? (
              <>
                <a className="py-1 underline underline-offset-4" href={href}>
                  {name}
                </a>
                <span className="py-1" aria-hidden="true">
                  /
                </span>
              </>
            ) : (
              <span className="min-w-0 py-1" aria-current="page">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
