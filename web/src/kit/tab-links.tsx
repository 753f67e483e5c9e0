import { countText } from "../lib/text.ts";

interface Tab {
  text: string;
  href: string;
  /** The number of pending items. */
  count?: number;
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
        {tabs.map(({ text, href, count }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? "page" : undefined}>
              {text}
              {count !== undefined && count > 0 && (
                <span className="tab-count">{` ${countText(count)}`}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
