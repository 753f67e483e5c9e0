import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";

/** A link to the dashboard, which has its own window. */
export default function FoursquareTabScreen() {
  return (
    <AdminPage title="Foursquare Enhancement" tab={adminPaths.foursquareTab()}>
      <p className="max-w-text">
        Ratings, price levels, categories, hours and photos from Foursquare, for a city or for
        chosen coffee shops.
      </p>
      <p className="mt-5">
        <a
          className="button button-primary"
          href={adminPaths.foursquare()}
          target="_blank"
          rel="noreferrer"
        >
          Open Foursquare Enhancement<span className="sr-only"> in a new window</span>
        </a>
      </p>
    </AdminPage>
  );
}
