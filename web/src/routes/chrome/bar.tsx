import type { MouseEvent } from "react";
import type { Site } from "../../api/types.ts";
import { useWasOwner } from "../../lib/owner-mark.ts";
import { paths } from "../../lib/paths.ts";
import { linkOf, useSite } from "../../lib/site.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Logo } from "../../ui/logo.tsx";

const LINKS = [
  { text: "Browse Cities", href: paths.cities() },
  { text: "Coffee Shop Tips", href: paths.blog() },
];

const TRIP = { text: "Plan a Trip", href: paths.trip() };
const PASSPORT = { text: "Passport", href: paths.passport() };
const YOUR_SHOP = { text: "Your shop", href: paths.yourShops() };
const FOR_OWNERS = { text: "For Shop Owners", href: paths.listShop() };
const SIGN_IN = { text: "Owner sign-in", href: paths.signIn() };

const MENU = "side-menu";

export function Bar({ path }: { path: string | undefined }) {
  const { name, pages, logo } = useSite();
  const own = pages.filter(({ isInMenu }) => isInMenu).map(linkOf);
  const isOwner = useWasOwner();
  return (
    <header className="site-header">
      <div className="bar">
        <div className="page">
          <a href={paths.home()} className="site-name">
            {logo ? (
              <img src={logo.url} width={logo.width} height={logo.height} alt="" />
            ) : (
              <Logo />
            )}
            <span className="line-clamp-2 wrap-anywhere leading-tight">{name}</span>
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
            {[...LINKS, isOwner ? YOUR_SHOP : FOR_OWNERS, PASSPORT].map(({ text, href }) => (
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
      <SideMenu path={path} isOwner={isOwner} own={own} logo={logo} />
    </header>
  );
}

interface MenuProps {
  path: string | undefined;
  isOwner: boolean;
  own: readonly { text: string; href: string }[];
  logo: Site["logo"];
}

function SideMenu({ path, isOwner, own, logo }: MenuProps) {
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
        {logo && <img src={logo.url} width={logo.width} height={logo.height} alt="" />}
        <nav aria-label="Menu">
          <ul>
            {[...LINKS, TRIP, FOR_OWNERS, PASSPORT, isOwner ? YOUR_SHOP : SIGN_IN, ...own].map(
              ({ text, href }) => (
                <li key={href}>
                  <a href={href} aria-current={path === href ? "page" : undefined}>
                    {text}
                  </a>
                </li>
              ),
            )}
          </ul>
          <a href={paths.listShop()} className="button button-primary">
            List Your Shop
          </a>
        </nav>
      </div>
    </div>
  );
}
