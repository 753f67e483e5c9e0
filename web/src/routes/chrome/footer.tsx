import { paths } from "../../lib/paths.ts";
import { useSite } from "../../lib/site.tsx";

const COLUMNS = [
  {
    title: "Explore",
    links: [
      { text: "Browse Cities", href: paths.cities() },
      { text: "Featured Shops", href: paths.featured() },
      { text: "Recent Additions", href: paths.newest() },
      { text: "Coffee Blog", href: paths.blog() },
      { text: "How We Rank", href: paths.howWeRank() },
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
    links: [
      { text: "Privacy Policy", href: paths.privacy() },
      { text: "Terms of Service", href: paths.terms() },
      { text: "Data Sources", href: paths.dataSources() },
      { text: "Accessibility", href: paths.accessibility() },
      { text: "API", href: paths.apiDocs() },
      { text: "Contact", href: paths.contact() },
    ],
  },
];

export function Footer() {
  const { name, year, supportEmail } = useSite();
  return (
    <footer className="site-footer">
      <div className="awning" />
      <div className="page footer-columns">
        <div className="footer-about">
          <p className="footer-title">{name}</p>
          <p>
            A directory of independent coffee shops in the small towns and cities of the United
            States. It covers the whole country, one main street at a time.
          </p>
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
              {links.map(({ text, href }) => (
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
