interface Tab {
  text: string;
  href: string;
  /** How many things wait behind it. */
  count?: number;
}

/** On phones the tabs are one row that scrolls: the open one is to be seen. */
function bringIntoSight(link: HTMLAnchorElement | null) {
  const row = link?.closest("ul");
  if (link && row) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}

/** The parts of a screen. Each has its own address, so tabs are links: Back works, and one can be opened beside another. */
export function TabLinks({
  label,
  tabs,
  current,
}: {
  label: string;
  tabs: readonly Tab[];
  /** Address of the tab that is open. */
  current: string;
}) {
  return (
    <nav aria-label={label} className="tab-links">
      <ul>
        {tabs.map(({ text, href, count }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === current ? "page" : undefined}
              // With each drawing: what waits is counted later, and makes the row longer.
              ref={(link) => {
                if (href === current) bringIntoSight(link);
              }}
            >
              {text}
              {count !== undefined && count > 0 && <span className="tab-count">{` ${count}`}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
