import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { SubjectHistory } from "../../components/admin/subject-history.tsx";
import { useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { LogoPart } from "./logo-part.tsx";
import { LookForm } from "./look-form.tsx";
import { SiteParts } from "./site-parts.tsx";
import { SITE } from "./site-row.ts";

/** Colors, typefaces and the awning. */
export default function LookScreen() {
  const look = useApi("/api/admin/site/look");
  return (
    <AdminPage title="Look">
      <SiteParts here={adminPaths.siteLook()} />
      <p className="mb-6 max-w-text">
        All other colors follow from these two, in light and dark. Pages, emails and the pictures of
        shared links change within a second.
      </p>
      <Async result={look} what="the site's look">
        {(loaded) => (
          <>
            <LookForm look={loaded} />
            <LogoPart look={loaded} />
          </>
        )}
      </Async>
      <section aria-labelledby="history-title" className="mt-12">
        <h3 id="history-title" className="mb-3 font-bold text-xl">
          History
        </h3>
        <SubjectHistory id={SITE} />
      </section>
    </AdminPage>
  );
}
