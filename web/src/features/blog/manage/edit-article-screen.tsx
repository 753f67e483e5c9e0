import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";
import { ArticleEditor } from "./article-editor.tsx";
import { BackToArticles } from "./back-to-articles.tsx";

/** Editing an existing article. */
export default function EditArticleScreen({ params }: { params: { id: string } }) {
  return (
    <AdminPage title="Edit Article" action={<BackToArticles />}>
      <Editor id={params.id} />
    </AdminPage>
  );
}

function Editor({ id }: { id: string }) {
  const article = useApi("/api/admin/blog/articles/{id}", { path: { id } });
  const categories = useApi("/api/blog/categories");
  return (
    <Async result={article} what="the article">
      {(loaded) => (
        <Async result={categories} what="the categories">
          {(all) => (
            <ArticleEditor
              key={id}
              article={loaded}
              categories={all}
              defaultCategory=""
              timeZone={loaded.timeZone}
            />
          )}
        </Async>
      )}
    </Async>
  );
}
