import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { paths } from "../../../lib/paths.ts";
import { Inbox } from "../components/inbox.tsx";

/** The administrator's home page: the inbox. */
export default function AdminScreen({ query }: { query: { search: string } }) {
  return (
    <AdminPage title="Inbox" tab={paths.admin()}>
      <Inbox search={query.search} />
    </AdminPage>
  );
}
