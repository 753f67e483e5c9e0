import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { useTabs } from "../../../components/admin/tabs.ts";

const ANALYTICS = {
  text: "Page views, searches, and the coffee shops and cities that visitors look at most.",
  href: adminPaths.analytics(),
};

const FOURSQUARE = {
  text: "Ratings, price levels, categories, hours and photos from Foursquare, for a city or for chosen coffee shops.",
  href: adminPaths.foursquare(),
};

/** A link to what has its own window: the statistics, or the dashboard of the enhancement. */
export default function TabScreen() {
  const { own } = useTabs();
  const { text, href } = own?.path === adminPaths.foursquareTab() ? FOURSQUARE : ANALYTICS;
  return (
    <AdminPage>
      <p className="max-w-text">{text}</p>
      <p className="mt-5">
        <a className="button button-primary" href={href} target="_blank" rel="noreferrer">
          {`Open ${own?.title}`}
          <span className="sr-only"> in a new window</span>
        </a>
      </p>
    </AdminPage>
  );
}
