import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { type Answer, useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { type Column, DataTable } from "../../kit/table.tsx";
import { SiteParts } from "./site-parts.tsx";

type Line = Answer<"get", "/api/admin/site/pages">["pages"][number];

const PLACES: Record<Line["place"], string> = {
  menu: "Menu",
  footer: "Footer",
  nowhere: "No link",
};

const COLUMNS: Column<Line>[] = [
  {
    title: "Page",
    cell: ({ slug, title }) => (
      <a className="link" href={adminPaths.sitePage(slug)}>
        {title}
      </a>
    ),
  },
  { title: "URL", cell: ({ path }) => <span className="break-all">{path}</span> },
  { title: "Linked in", cell: ({ place }) => PLACES[place] },
  { title: "Date", cell: ({ date }) => date ?? "None" },
  { title: "Text", cell: (line) => <State line={line} /> },
];

/** Terms, privacy, imprint and the operator's further pages. */
export default function PagesScreen() {
  const pages = useApi("/api/admin/site/pages");
  return (
    <AdminPage
      title="Pages"
      action={
        <a className="button button-primary" href={adminPaths.newSitePage()}>
          New page
        </a>
      }
    >
      <SiteParts here={adminPaths.sitePages()} />
      <Async result={pages} what="the pages">
        {(list) => (
          <DataTable
            caption="Pages"
            columns={COLUMNS}
            rows={list.pages}
            keyOf={({ slug }) => slug}
          />
        )}
      </Async>
    </AdminPage>
  );
}

function State({ line: { isShipped, unfilled } }: { line: Line }) {
  return (
    <>
      {isShipped ? "As shipped" : "Yours"}
      {unfilled.length > 0 && (
        <span className="badge ml-2">{`To fill in: ${unfilled.join(", ")}`}</span>
      )}
    </>
  );
}
