import type { MouseEvent } from "react";
import { paths } from "../../lib/paths.ts";
import { useSite } from "../../lib/site.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Logo } from "../../ui/logo.tsx";

const LINKS = [
  { text: "Browse Cities", href: paths.cities() },
  { text: "Coffee Shop Tips", href: paths.blog() },
  { text: "For Shop Owners", href: paths.listShop() },
];

/** The side menu has room for the passport, too. */
const MENU_LINKS = [...LINKS, { text: "Coffee Passport", href: paths.passport() }];

const MENU = "side-menu";

export function Bar({ path }: { path: string | undefined }) {
  const { name } = useSite();
  return (
    <header className="site-header">
      <div className="bar">
        <div className="page">
          <a href={paths.home()} className="site-name">
            <Logo />
            {name}
          </a>
          <a
            href={paths.search()}
            aria-current={path === paths.search() ? "page" : undefined}
            className="bar-search"
          >
            <Icon name="search" className="size-6 lg:size-5" />
            <span className="max-lg:sr-only">Search</span>
          </a>
          <nav aria-label="Main" className="bar-links">
            {LINKS.map(({ text, href }) => (
              <a key={href} href={href} aria-current={path === href ? "page" : undefined}>
                {text}
              </a>
            ))}
            <a href={paths.listShop()} className="button button-primary">
              List Your Shop
            </a>
          </nav>
          <button type="button" popoverTarget={MENU} aria-label="Menu" className="menu-button">
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <div className="awning" />
      <SideMenu path={path} />
    </header>
  );
}

function SideMenu({ path }: { path: string | undefined }) {
  const closeOnLink = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest("a")) {
      event.currentTarget.hidePopover();
    }
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's click is what counts, and a key press is one too
    // biome-ignore lint/a11y/noStaticElementInteractions: as above
    <div id={MENU} popover="auto" className="side-menu" onClick={closeOnLink}>
      <div>
        <button
          type="button"
          popoverTarget={MENU}
          popoverTargetAction="hide"
          aria-label="Close menu"
          className="menu-button"
        >
          <Icon name="close" />
        </button>
        <nav aria-label="Menu">
          <ul>
            {MENU_LINKS.map(({ text, href }) => (
              <li key={href}>
                <a href={href} aria-current={path === href ? "page" : undefined}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
          <a href={paths.listShop()} className="button button-primary">
            List Your Shop
          </a>
        </nav>
      </div>
    </div>
  );
}
