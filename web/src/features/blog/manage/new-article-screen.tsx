import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";
import { ArticleEditor } from "./article-editor.tsx";
import { BackToArticles } from "./back-to-articles.tsx";

/** Writing a new article. */
export default function NewArticleScreen() {
  return (
    <AdminPage title="New Article" action={<BackToArticles />}>
      <Editor />
    </AdminPage>
  );
}

function Editor() {
  const list = useApi("/api/admin/blog/articles", { query: { page: 1, pageSize: 1 } });
  const categories = useApi("/api/blog/categories");
  return (
    <Async result={list} what="the editor">
      {(answer) => (
        <Async result={categories} what="the categories">
          {(all) => (
            <ArticleEditor
              article={null}
              categories={all}
              defaultCategory={("items" in answer && answer.defaultCategoryId) || ""}
              timeZone={("items" in answer && answer.timeZone) || ""}
            />
          )}
        </Async>
      )}
    </Async>
  );
}
