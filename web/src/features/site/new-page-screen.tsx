import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { PageForm } from "./page-form.tsx";

/** A new page of the operator's. */
export default function NewPageScreen() {
  return (
    <AdminPage
      title="New page"
      action={
        <a className="link" href={adminPaths.sitePages()}>
          All pages
        </a>
      }
    >
      <PageForm page={null} />
    </AdminPage>
  );
}
