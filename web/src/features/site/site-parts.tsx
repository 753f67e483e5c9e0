import { adminPaths } from "../../components/admin/paths.ts";

const PARTS = [
  { text: "Words", href: adminPaths.site() },
  { text: "Pages", href: adminPaths.sitePages() },
  { text: "Look", href: adminPaths.siteLook() },
  { text: "Times and distances", href: adminPaths.siteFormats() },
  { text: "First steps", href: adminPaths.firstStart() },
];

/** The way between the parts of the site's screen. */
export function SiteParts({ here }: { here: string }) {
  return (
    <nav aria-label="Parts of the site" className="mb-6">
      <ul className="flex flex-wrap gap-2">
        {PARTS.map(({ text, href }) => (
          <li key={href}>
            <a
              className="button button-small"
              href={href}
              aria-current={href === here ? "page" : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
