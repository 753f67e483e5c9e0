import { countText } from "../lib/text.ts";

interface Tab {
  text: string;
  href: string;
  /** The number of pending items. */
  count?: number;
  /** There are more than that. */
  isMore?: boolean;
}

/** On phones, the tabs are one scrolling row, and the current one should be visible. */
function bringIntoSight(link: HTMLAnchorElement | null) {
  const row = link?.closest("ul");
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/**
 * The tabs of a screen. Each has its own URL, so tabs are links: Back works, and one can be opened in another window.
 */
export function TabLinks({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly Tab[];
  /** URL of the current tab. */
  current: string;
}) {
  return (
    <nav aria-label={label} className="tab-links">
      <ul>
        {tabs.map(({ text, href, count, isMore }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === current ? "page" : undefined}
              // On each render, because counts that arrive later make the row longer.
              ref={(link) => {
                if (href === current) bringIntoSight(link);
              }}
            >
              {text}
              {count !== undefined && count > 0 && (
                <span className="tab-count">{` ${countText(count)}${isMore ? "+" : ""}`}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
