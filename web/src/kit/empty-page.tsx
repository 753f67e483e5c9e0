import { countText } from "../lib/text.ts";
import { Empty } from "./states.tsx";

interface EmptyPageProps {
  /** On all pages. */
  total: number;
  /** URL of the first page. */
  first: string;
  /** For a list without any. */
  none: string;
}

/** A page without rows: the whole list is empty, or its last page was, as after deciding everything on it. */
export function EmptyPage({ total, first, none }: EmptyPageProps) {
  if (total === 0) return <Empty>{none}</Empty>;
  return (
    <Empty
      action={
        <a className="button button-small" href={first}>
          {`Go to the first of ${countText(total)}`}
        </a>
      }
    >
      Nothing is left on this page.
    </Empty>
  );
}
