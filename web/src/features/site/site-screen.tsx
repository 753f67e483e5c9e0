import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { SubjectHistory } from "../../components/admin/subject-history.tsx";
import { useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { paths } from "../../lib/paths.ts";
import { DemoPart } from "./demo-part.tsx";
import { SiteParts } from "./site-parts.tsx";
import { SITE } from "./site-row.ts";
import { WordsForm } from "./words-form.tsx";

/** The site's own words: name, region, home page, footer, emails. */
export default function SiteScreen() {
  const site = useApi("/api/admin/site");
  return (
    <AdminPage
      action={
        <a className="link" href={paths.home()}>
          See the home page
        </a>
      }
    >
      <SiteParts here={adminPaths.site()} />
      <p className="mb-6 max-w-text">
        Each text starts with what stands there now. Emptied, it is again the one we ship. Pages,
        emails and feeds follow within a second.
      </p>
      <Async result={site} what="the site's words">
        {(loaded) => <WordsForm site={loaded} />}
      </Async>
      <DemoPart />
      <section aria-labelledby="history-title" className="mt-12">
        <h3 id="history-title" className="mb-3 font-bold text-xl">
          History
        </h3>
        <SubjectHistory id={SITE} />
      </section>
    </AdminPage>
  );
}
