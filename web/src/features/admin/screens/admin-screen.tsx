import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { Inbox } from "../components/inbox.tsx";
import { Tiles } from "../components/tiles.tsx";

/** The administrator's home page: the inbox. */
export default function AdminScreen({ query }: { query: { search: string; kind: string } }) {
  return (
    <AdminPage action={<Tiles />}>
      <Inbox query={query} />
    </AdminPage>
  );
}
