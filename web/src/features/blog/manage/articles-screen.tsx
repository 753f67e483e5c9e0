import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { ListFrame } from "../../../components/admin/list/list-frame.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { useDone } from "../../../components/admin/use-undo.ts";
import { call, useApi } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { DataTable } from "../../../kit/table.tsx";
import { dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { countText } from "../../../lib/text.ts";
import { blogPaths } from "../paths.ts";
import { type AdminArticle, Status } from "./article-status.tsx";

interface Props {
  query: { search: string; page: number };
}

/** Articles per page. */
const PAGE_SIZE = 20;

/** All articles: drafts, scheduled, published. */
export default function ArticlesScreen({ query }: Props) {
  return (
    <AdminPage
      action={
        <a href={adminPaths.newArticle()} className="button button-primary">
          New Article
        </a>
      }
    >
      <Articles query={query} />
    </AdminPage>
  );
}

function Articles({ query }: Props) {
  const { search, page } = query;
  const list = useApi("/api/admin/blog/articles", { query: { search, page }, keep: true });
  const tell = useChanged();
  const done = useDone();
  const [confirmation, confirm] = useConfirm();
  const deletion = useAction(
    ({ id }: AdminArticle) => call("delete", "/api/admin/blog/articles/{id}", { path: { id } }),
    {
      done: ({ entry }, { id, title }) => {
        done("Article deleted", entry, title);
        void tell(`article:${id}`);
      },
      failed: { title: "Error", text: "Failed to delete article" },
    },
  );
  const ask = async (article: AdminArticle) => {
    const isSure = await confirm({
      title: `Delete “${article.title}”?`,
      text:
        article.state === "published"
          ? "Its page disappears immediately, and links to it will break."
          : "The draft is deleted.",
      verb: "Delete article",
      keep: "Keep it",
      destructive: true,
    });
    if (isSure) await deletion.start(article);
  };
  return (
    <>
      {confirmation}
      <ListFrame
        path={adminPaths.blog()}
        query={{ ...query }}
        words={{
          what: "articles",
          one: "article",
          none: search === "" ? "No articles yet" : `No title contains “${search}”.`,
        }}
        searchLabel="Search titles"
        result={list}
        read={(answer) =>
          "items" in answer
            ? { rows: answer.items, total: answer.total }
            : { rows: answer, total: answer.length }
        }
        pageSize={PAGE_SIZE}
        begin={
          <a href={adminPaths.newArticle()} className="button">
            Write the first one
          </a>
        }
      >
        {(rows, tools) => (
          <DataTable
            caption="Articles"
            quiet
            rows={rows}
            keyOf={({ id }) => id}
            {...tools}
            columns={[
              {
                title: "Title",
                cell: ({ id, title }) => (
                  <a
                    href={adminPaths.article(id)}
                    className="font-bold underline underline-offset-4"
                  >
                    {title}
                  </a>
                ),
              },
              { title: "Status", cell: (article) => <Status article={article} /> },
              { title: "Changed", cell: ({ updatedAt }) => dayText(updatedAt) },
              {
                title: "Views",
                numeric: true,
                cell: ({ viewCount }) => countText(viewCount),
              },
              {
                title: "Actions",
                quiet: true,
                cell: (article) => (
                  <span className="flex flex-wrap justify-end gap-2">
                    {article.state === "published" && (
                      <a
                        href={blogPaths.article(article.slug)}
                        className="button button-small"
                        aria-label={`View ${article.title}`}
                      >
                        View
                      </a>
                    )}
                    <button
                      type="button"
                      className="button button-small button-danger"
                      aria-label={`Delete ${article.title}`}
                      aria-disabled={deletion.busyWith(article)}
                      onClick={() => void ask(article)}
                    >
                      Delete
                    </button>
                  </span>
                ),
              },
            ]}
          />
        )}
      </ListFrame>
    </>
  );
}
