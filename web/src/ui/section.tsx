import type { ReactNode } from "react";

interface SectionProps {
  id: string;
  title: ReactNode;
  text?: ReactNode;
  /** A link at the end of the heading. */
  more?: { href: string; text: string };
  /** A control at the end of the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section under a ruled heading. */
export function Section({ id, title, text, more, action, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className="page mt-10 md:mt-16">
      <div className="ruled mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div>
          <h2 id={id} className="font-bold text-2xl leading-tight md:text-[1.75rem]">
            {title}
          </h2>
          {text && <p className="mt-1 text-soft">{text}</p>}
        </div>
        {(more || action) && (
          <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2">
            {more && (
              <a className="link py-1 font-semibold" href={more.href}>
                {more.text}
              </a>
            )}
            {action}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}
