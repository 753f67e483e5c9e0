import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";

/** A link to the statistics, which have their own window. */
export default function AnalyticsTabScreen() {
  return (
    <AdminPage title="Analytics" tab={adminPaths.analyticsTab()}>
      <p className="max-w-text">
        Page views, searches, and the coffee shops and cities that visitors look at most.
      </p>
      <p className="mt-5">
        <a
          className="button button-primary"
          href={adminPaths.analytics()}
          target="_blank"
          rel="noreferrer"
        >
          Open Analytics<span className="sr-only"> in a new window</span>
        </a>
      </p>
    </AdminPage>
  );
}
