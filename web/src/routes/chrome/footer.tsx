import { paths } from "../../lib/paths.ts";
import { linkOf, useSite } from "../../lib/site.tsx";

const LEGAL = [
  { text: "Privacy Policy", href: paths.privacy() },
  { text: "Terms of Service", href: paths.terms() },
  { text: "Data Sources", href: paths.dataSources() },
  { text: "Accessibility", href: paths.accessibility() },
  { text: "API", href: paths.apiDocs() },
  { text: "Contact", href: paths.contact() },
];

const COLUMNS = [
  {
    title: "Explore",
    links: [
      { text: "Browse Cities", href: paths.cities() },
      { text: "Featured Shops", href: paths.featured() },
      { text: "Recent Additions", href: paths.newest() },
      { text: "Plan a Trip", href: paths.trip() },
      { text: "Coffee Blog", href: paths.blog() },
      { text: "How We Rank", href: paths.howWeRank() },
      { text: "How Fresh", href: paths.howFresh() },
      { text: "Coffee Passport", href: paths.passport() },
    ],
  },
  {
    title: "For Shop Owners",
    links: [
      { text: "List Your Shop", href: paths.listShop() },
      { text: "Manage Subscription", href: paths.manageSubscription() },
      { text: "Owner sign-in", href: paths.signIn() },
    ],
  },
  {
    title: "Legal",
    links: LEGAL,
  },
];

export function Footer() {
  const { name, year, supportEmail, footerText, pages, payments } = useSite();
  const hidden = payments ? "" : paths.manageSubscription();
  const linksOf = (links: typeof LEGAL) =>
    links === LEGAL ? [...LEGAL, ...own.map(linkOf)] : links;
  const own = pages.filter(({ isInMenu }) => !isInMenu);
  return (
    <footer className="site-footer">
      <div className="awning" />
      <div className="page footer-columns">
        <div className="footer-about">
          <p className="footer-title">{name}</p>
          <p>{footerText}</p>
          {supportEmail && (
            <p>
              Questions?{" "}
              <a className="underline underline-offset-4" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
            </p>
          )}
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="footer-title">{title}</p>
            <ul>
              {linksOf(links)
                .filter(({ href }) => href !== hidden)
                .map(({ text, href }) => (
                  <li key={href}>
                    <a href={href}>{text}</a>
                  </li>
                ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page">
        <noscript>
          <p>
            Without JavaScript, you can read and search everything. Upvotes, the map and most forms
            need it.
          </p>
        </noscript>
        <p className="footer-end">{`© ${year} ${name}. All rights reserved.`}</p>
      </div>
    </footer>
  );
}
