import type { MouseEvent } from "react";
import { countText } from "../../lib/text.ts";
import { Icon } from "../../ui/icon.tsx";
import { useTabs } from "./tabs.ts";
import { useCounts, waitingOf } from "./use-counts.ts";

const MENU = "admin-menu";

/** Where a screen's content begins, for those who skip the menu. */
export const CONTENT = "tab-content";

/**
 * The panel's menu: a column of links beside the content on wide screens; below that, a button that names the current
 * tab and opens them over the page. It is a popover, so that Escape, focus and a press outside work by themselves.
 */
export function AdminMenu() {
  const { tabs, current } = useTabs();
  const counts = useCounts(current);
  const groups = [...new Set(tabs.map(({ group }) => group))];
  return (
    <div className="admin-menu-place">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link's click is what counts, and a key press is one too */}
      <nav
        id={MENU}
        popover="auto"
        aria-label="Administration"
        className="admin-menu"
        onClick={closeOnLink}
      >
        <button
          type="button"
          popoverTarget={MENU}
          popoverTargetAction="hide"
          aria-label="Close menu"
          className="menu-button"
        >
          <Icon name="close" />
        </button>
        {groups.map((title, group) => (
          <div key={title} className="admin-menu-group">
            <p id={`${MENU}-${group}`}>{title}</p>
            <ul aria-labelledby={`${MENU}-${group}`}>
              {tabs
                .filter(({ group: of }) => of === title)
                .map((tab) => (
                  <li key={tab.path}>
                    <a
                      href={tab.path}
                      aria-current={tab.path === current ? "page" : undefined}
                      ref={tab.path === current ? bringIntoSight : undefined}
                    >
                      {tab.title}
                      <CountBadge count={waitingOf(counts, tab.waiting)} />
                    </a>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </nav>
    </div>
  );
}

/** The bar's button on narrow screens: where the administrator is, and how much waits in all. */
export function MenuButton() {
  const { tabs, current } = useTabs();
  const all = waitingOf(useCounts(), "everything");
  const tab = tabs.find(({ path }) => path === current);
  return (
    <button type="button" popoverTarget={MENU} className="admin-menu-button">
      <Icon name="menu" />
      <span className="sr-only">Menu: </span>
      <span className="admin-menu-here">
        <span>{tab?.group}</span>
        <strong>{tab?.title}</strong>
      </span>
      {all > 0 && (
        <span className="tab-count">
          {countText(all)}
          <span className="sr-only"> waiting</span>
        </span>
      )}
    </button>
  );
}

function CountBadge({ count }: { count: number }) {
  return count > 0 ? <span className="tab-count">{` ${countText(count)}`}</span> : null;
}

/** On low screens, the column scrolls by itself. */
function bringIntoSight(link: HTMLAnchorElement | null) {
  const menu = link?.closest("nav");
  if (link && menu) menu.scrollTop = link.offsetTop - menu.clientHeight / 2;
}

function closeOnLink({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest("a")) currentTarget.hidePopover();
}
