import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { SubjectHistory } from "../../components/admin/subject-history.tsx";
import { useDone } from "../../components/admin/use-undo.ts";
import { call, useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { useAction } from "../../kit/use-action.ts";
import { useNavigate } from "../../lib/navigate.ts";
import { type Page, PageForm } from "./page-form.tsx";

/** A page of the operator's: its text, the way back to the shipped one, its history. */
export default function EditPageScreen({ params: { slug } }: { params: { slug: string } }) {
  const page = useApi("/api/admin/site/pages/{slug}", { path: { slug } });
  return (
    <AdminPage
      title={page.data?.title ?? "Page"}
      action={
        <a className="link" href={adminPaths.sitePages()}>
          All pages
        </a>
      }
    >
      <Async result={page} what="the page">
        {(loaded) => (
          <>
            <Head page={loaded} />
            <PageForm key={loaded.slug} page={loaded} />
            {loaded.id && (
              <>
                <Remove page={loaded} />
                <section aria-labelledby="history-title" className="mt-12">
                  <h3 id="history-title" className="mb-3 font-bold text-xl">
                    History
                  </h3>
                  <p className="mb-3">
                    <a className="link" href={adminPaths.sitePageVersions(loaded.slug)}>
                      Compare versions
                    </a>
                  </p>
                  <SubjectHistory id={loaded.id} />
                </section>
              </>
            )}
          </>
        )}
      </Async>
    </AdminPage>
  );
}

function Head({ page: { path, isShipped, unfilled } }: { page: Page }) {
  return (
    <div className="mb-6 grid max-w-text gap-2">
      <p>
        <a className="link" href={path}>
          See the page
        </a>
        {isShipped && " This is the text we ship; your first edit makes it yours."}
      </p>
      {unfilled.length > 0 && (
        <p className="form-note">{`Still to fill in: ${unfilled.join("; ")}.`}</p>
      )}
    </div>
  );
}

function Remove({ page }: { page: Page }) {
  const tell = useChanged();
  const done = useDone();
  const navigate = useNavigate();
  const remove = useAction(
    () => call("delete", "/api/admin/site/pages/{slug}", { path: { slug: page.slug } }),
    {
      done: ({ entry }) => {
        done(page.isLegal ? "The shipped text stands again" : "Page removed", entry, page.title);
        if (!page.isLegal) navigate(adminPaths.sitePages());
        void tell("site");
      },
      failed: { title: "Couldn't remove the page", text: "Please try again." },
    },
  );
  return (
    <div className="mt-8">
      <button
        type="button"
        className="button button-danger"
        disabled={remove.busy}
        onClick={() => remove.start(undefined)}
      >
        {page.isLegal ? "Use the shipped text" : "Remove the page"}
      </button>
    </div>
  );
}
