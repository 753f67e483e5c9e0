import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { useDone } from "../../../components/admin/use-undo.ts";
import { listAddress } from "../../../kit/address.ts";
import { call, useApi, useRefresh } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { DataTable, TableFilter, TablePages } from "../../../kit/table.tsx";
import { dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { countText } from "../../../lib/text.ts";
import { blogPaths } from "../paths.ts";
import { type AdminArticle, Status } from "./article-status.tsx";

interface Props {
  query: { search: string; page: number };
}

/** All articles: drafts, scheduled, published. */
export default function ArticlesScreen({ query }: Props) {
  return (
    <AdminPage
      tab={adminPaths.blog()}
      title="Blog Management"
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
  const refresh = useRefresh();
  const done = useDone();
  const [confirmation, confirm] = useConfirm();
  const deletion = useAction(
    ({ id }: AdminArticle) => call("delete", "/api/admin/blog/articles/{id}", { path: { id } }),
    {
      done: ({ entry }, { title }) => {
        done("Article deleted", entry, title);
        void refresh("/api/admin/blog");
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
  const hrefOf = listAddress(adminPaths.blog(), { search });
  return (
    <>
      {confirmation}
      <div className="mt-8 max-w-text">
        <TableFilter
          action={adminPaths.blog()}
          label="Search titles"
          name="search"
          value={search}
        />
      </div>
      <div className="mt-6">
        <Async result={list} what="the articles">
          {(answer) => {
            if (!("items" in answer)) return null;
            if (answer.total === 0)
              return (
                <Empty
                  action={
                    search === "" ? (
                      <a href={adminPaths.newArticle()} className="button">
                        Write the first one
                      </a>
                    ) : (
                      <a href={adminPaths.blog()} className="text-button">
                        Show all articles
                      </a>
                    )
                  }
                >
                  {search === "" ? "No articles yet" : `No title contains “${search}”.`}
                </Empty>
              );
            return (
              <>
                <DataTable
                  caption="Articles"
                  quiet
                  rows={answer.items}
                  keyOf={({ id }) => id}
                  stale={list.isPlaceholderData}
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
                <TablePages
                  what="articles"
                  one="article"
                  page={answer.page}
                  pageSize={answer.pageSize}
                  total={answer.total}
                  hrefOf={(to) => hrefOf({ page: to })}
                />
              </>
            );
          }}
        </Async>
      </div>
    </>
  );
}
