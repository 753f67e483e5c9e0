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
    <footer className="mt-20 bg-footer text-on-footer">
      <div className="awning" />
      <div className="page footer-columns grid gap-x-6 gap-y-10 pt-10 pb-8">
        <div className="col-span-full max-w-sm lg:col-span-1">
          <p className="font-bold font-serif text-xl">{name}</p>
          <p className="mt-3 leading-relaxed">
            A directory of independent coffee shops in the small towns and cities of the United
            States. It covers the whole country, one main street at a time.
          </p>
          {supportEmail && (
            <p className="mt-3">
              Questions?{" "}
              <a className="underline underline-offset-4" href={`mailto:${supportEmail}`}>
                {supportEmail}
              </a>
            </p>
          )}
        </div>
        {COLUMNS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="font-bold font-serif">{title}</p>
            <ul className="mt-2">
              {links.map(({ text, href }) => (
                <li key={href}>
                  <a
                    className="inline-block py-1.5 underline decoration-transparent underline-offset-4 hover:decoration-current"
                    href={href}
                  >
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="page">
        <p className="border-on-footer/25 border-t py-6 text-[0.9375rem]">
          {`© ${year} ${name}. All rights reserved.`}
        </p>
      </div>
    </footer>
  );
}
