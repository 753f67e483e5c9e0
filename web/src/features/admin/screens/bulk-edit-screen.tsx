import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { chosenIn, filterOf } from "../../../components/admin/list/chosen.ts";
import { listPlace } from "../../../components/admin/list/place.ts";
import { paths } from "../../../lib/paths.ts";
import { BulkEdit } from "../components/bulk-edit.tsx";
import { BulkRuns } from "../components/bulk-runs.tsx";

interface Props {
  query: { search: string; visibility: string };
}

/** Edits the shops that were selected in the list. */
export default function BulkEditScreen({ query }: Props) {
  const chosen = chosenIn(paths.adminShops(), filterOf(query));
  const isNone = !chosen.all && chosen.ids.length === 0;
  return (
    <AdminPage
      title="Edit many coffee shops"
      action={
        <a className="link" href={listPlace(paths.adminShops())}>
          All coffee shops
        </a>
      }
    >
      {isNone ? (
        <p className="max-w-text">
          No shop is selected. Select some in the list of coffee shops, or search there and select
          all that match; then choose “Edit selected”.
        </p>
      ) : (
        <BulkEdit query={query} chosen={chosen} />
      )}
      <BulkRuns />
    </AdminPage>
  );
}
