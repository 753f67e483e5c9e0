import type { MouseEvent } from "react";
import { useApi } from "../../kit/api.ts";
import { paths } from "../../lib/paths.ts";
import { countText } from "../../lib/text.ts";
import { Icon } from "../../ui/icon.tsx";
import { adminPaths } from "./paths.ts";

/** The tabs, by what the administrator comes to do. A screen's `tab` is one of these URLs. */
const GROUPS = [
  {
    title: "To decide",
    tabs: [
      { text: "Inbox", href: paths.admin() },
      { text: "Local Vibes", href: paths.adminStories() },
      { text: "Business Claims", href: paths.adminClaims() },
      { text: "Suggestions", href: adminPaths.suggestions() },
      { text: "Import Questions", href: adminPaths.importQuestions() },
      { text: "Chains", href: adminPaths.chains() },
    ],
  },
  {
    title: "Directory",
    tabs: [
      { text: "Coffee Shops", href: paths.adminShops() },
      { text: "Cities", href: paths.adminCities() },
      { text: "Imports", href: adminPaths.imports() },
      { text: "Shop Image Update", href: adminPaths.updateImages() },
      { text: "Content Enhancement", href: adminPaths.contentEnhancement() },
      { text: "Foursquare Enhancement", href: adminPaths.foursquareTab() },
    ],
  },
  {
    title: "Growth",
    tabs: [
      { text: "ZIP Code Expansion", href: adminPaths.zipExpansion() },
      { text: "Expansion", href: adminPaths.expansion() },
      { text: "Analytics", href: adminPaths.analyticsTab() },
    ],
  },
  {
    title: "Publishing",
    tabs: [
      { text: "Blog Management", href: adminPaths.blog() },
      { text: "Newsletter", href: adminPaths.newsletter() },
    ],
  },
  {
    title: "System",
    tabs: [
      { text: "Outbox", href: adminPaths.outbox() },
      { text: "Audit Log", href: paths.adminAudit() },
      { text: "Privacy", href: adminPaths.privacy() },
      { text: "Operator", href: adminPaths.operator() },
    ],
  },
];

interface Count {
  count: number;
  /** There are more than that. */
  isMore: boolean;
}

/** The number of pending items, by tab. */
function useCounts(): Record<string, Count> {
  const { data } = useApi("/api/admin/inbox");
  const waiting = (...kinds: string[]) => ({
    count: data?.items.filter(({ kind }) => kinds.includes(kind)).length ?? 0,
    isMore: kinds.some((kind) => data?.more.includes(kind)),
  });
  return {
    [paths.admin()]: { count: data?.items.length ?? 0, isMore: (data?.more.length ?? 0) > 0 },
    [paths.adminStories()]: waiting("story"),
    [paths.adminClaims()]: waiting("claim"),
    [adminPaths.suggestions()]: waiting("suggestion", "closed_reports"),
    [adminPaths.importQuestions()]: waiting("import"),
    [adminPaths.chains()]: waiting("chain_objection", "chain_report"),
    [adminPaths.outbox()]: waiting("mail"),
  };
}

const MENU = "admin-menu";

/** Where a screen's content begins, for those who skip the menu. */
export const CONTENT = "tab-content";

/**
 * The panel's menu: a column of links beside the content on wide screens; below that, a button that names the current
 * tab and opens them over the page. It is a popover, so that Escape, focus and a press outside work by themselves.
 */
export function AdminMenu({ current }: { current: string }) {
  const counts = useCounts();
  const all = counts[paths.admin()];
  return (
    <div className="admin-menu-place">
      <CurrentTab current={current} all={all} />
      <a href={`#${CONTENT}`} className="button button-small admin-menu-skip">
        Skip the menu
      </a>
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
        {GROUPS.map(({ title, tabs }, group) => (
          <div key={title} className="admin-menu-group">
            <p id={`${MENU}-${group}`}>{title}</p>
            <ul aria-labelledby={`${MENU}-${group}`}>
              {tabs.map(({ text, href }) => (
                <li key={href}>
                  <a
                    href={href}
                    aria-current={href === current ? "page" : undefined}
                    ref={href === current ? bringIntoSight : undefined}
                  >
                    {text}
                    <CountBadge {...counts[href]} />
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

/** The button for narrow screens: where the administrator is, and how much waits in all. */
function CurrentTab({ current, all }: { current: string; all: Count | undefined }) {
  const group = GROUPS.find(({ tabs }) => tabs.some(({ href }) => href === current));
  const tab = group?.tabs.find(({ href }) => href === current);
  return (
    <button type="button" popoverTarget={MENU} className="admin-menu-button">
      <Icon name="menu" />
      <span className="sr-only">Menu: </span>
      <span className="grid leading-tight">
        <span className="text-[0.875rem] text-soft">{group?.title}</span>
        <strong>{tab?.text}</strong>
      </span>
      {all !== undefined && all.count > 0 && (
        <span className="tab-count">{`${numberText(all)} waiting`}</span>
      )}
    </button>
  );
}

function CountBadge({ count = 0, isMore = false }: Partial<Count>) {
  return count > 0 ? (
    <span className="tab-count">{` ${numberText({ count, isMore })}`}</span>
  ) : null;
}

const numberText = ({ count, isMore }: Count) => `${countText(count)}${isMore ? "+" : ""}`;

/** On low screens, the column scrolls by itself. */
function bringIntoSight(link: HTMLAnchorElement | null) {
  const menu = link?.closest("nav");
  if (link && menu) menu.scrollTop = link.offsetTop - menu.clientHeight / 2;
}

function closeOnLink({ target, currentTarget }: MouseEvent<HTMLElement>) {
  if (target instanceof Element && target.closest("a")) currentTarget.hidePopover();
}
