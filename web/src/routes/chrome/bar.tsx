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
    <header className="sticky top-0 z-40">
      <div className="border-awning border-b-2 bg-paper">
        <div className="page flex min-h-16 flex-wrap items-center justify-end gap-x-2 py-2.5 lg:gap-x-7">
          <a
            href={paths.home()}
            className="mr-auto -ml-1 flex items-center gap-2 rounded p-1 font-bold font-serif text-[1.375rem] tracking-tight"
          >
            <Logo />
            {name}
          </a>
          <a
            href={paths.search()}
            aria-current={path === paths.search() ? "page" : undefined}
            className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded font-semibold decoration-2 underline-offset-8 hover:underline lg:aria-[current]:underline"
          >
            <Icon name="search" className="size-6 lg:size-5" />
            <span className="max-lg:sr-only">Search</span>
          </a>
          <nav aria-label="Main" className="hidden items-center gap-7 lg:flex">
            {LINKS.map(({ text, href }) => (
              <a
                key={href}
                href={href}
                aria-current={path === href ? "page" : undefined}
                className="py-2 font-semibold decoration-2 underline-offset-8 hover:underline aria-[current]:underline"
              >
                {text}
              </a>
            ))}
            <a href={paths.listShop()} className="button button-primary">
              List Your Shop
            </a>
          </nav>
          <button
            type="button"
            popoverTarget={MENU}
            aria-label="Menu"
            className="-mr-2 grid size-11 place-items-center rounded lg:hidden"
          >
            <Icon name="menu" />
          </button>
        </div>
      </div>
      <div className="awning pointer-events-none" />
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
      <div className="flex h-full flex-col p-5">
        <button
          type="button"
          popoverTarget={MENU}
          popoverTargetAction="hide"
          aria-label="Close menu"
          className="-mt-1 -mr-2 grid size-11 place-items-center self-end rounded"
        >
          <Icon name="close" />
        </button>
        <nav aria-label="Menu">
          <ul className="divide-y divide-rule border-rule border-y">
            {MENU_LINKS.map(({ text, href }) => (
              <li key={href}>
                <a
                  href={href}
                  aria-current={path === href ? "page" : undefined}
                  className="block py-3.5 font-semibold font-serif text-lg aria-[current]:text-blue"
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
          <a href={paths.listShop()} className="button button-primary mt-6 w-full">
            List Your Shop
          </a>
        </nav>
      </div>
    </div>
  );
}
