import type { components } from "../../../api/schema.gen.ts";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { call, useApi } from "../../../kit/api.ts";
import { changesBetween } from "../../../kit/differences/compare-text.ts";
import { Compared } from "../../../kit/differences/difference-list.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { DataTable } from "../../../kit/table.tsx";
import { momentText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";
import type { AdminArticle } from "./article-status.tsx";

type Version = components["schemas"]["ArticleVersion"];
type Words = components["schemas"]["ArticleWords"];
type Change = components["schemas"]["ArticleChange"];

interface Props {
  params: { id: string };
  query: { version: string };
}

/** An article's earlier versions: what changed and when, with restore. */
export default function ArticleHistoryScreen({ params: { id }, query: { version } }: Props) {
  return (
    <AdminPage
      title="Article History"
      action={
        <a href={adminPaths.article(id)} className="button">
          Back to the article
        </a>
      }
    >
      <History id={id} version={version} />
    </AdminPage>
  );
}

export function History({ id, version }: { id: string; version: string }) {
  const article = useApi("/api/admin/blog/articles/{id}", { path: { id } });
  const history = useApi("/api/admin/blog/articles/{id}/history", { path: { id } });
  return (
    <Async result={article} what="the article">
      {(present) => (
        <>
          <p className="font-bold text-xl">{present.title}</p>
          <Async result={history} what="the history">
            {(changes) =>
              changes.length === 0 ? (
                <Empty>This article came from a file and hasn't been edited here yet.</Empty>
              ) : (
                <Versions article={present} changes={changes} shown={version} />
              )
            }
          </Async>
          {version !== "" && <Differences article={present} entry={version} />}
        </>
      )}
    </Async>
  );
}

const ACTIONS: Record<string, string> = {
  "article.create": "Created",
  "article.edit": "Changed",
  "article.restore": "Older version restored",
  undo: "Undone",
};

interface VersionsProps {
  article: AdminArticle;
  changes: readonly Change[];
  /** The version with its differences shown below. */
  shown: string;
}

function Versions({ article, changes, shown }: VersionsProps) {
  const toast = useToast();
  const tell = useChanged();
  const restore = useAction(
    ({ entry }: Change) =>
      call("post", "/api/admin/blog/articles/{id}/history/{entry}/restore", {
        path: { id: article.id, entry },
        body: { version: article.version },
      }),
    {
      done: () => {
        toast({ title: "Version restored", text: "The previous version is in the history." });
        void tell(`article:${article.id}`);
      },
      failed: { title: "Error", text: "Failed to update article" },
    },
  );
  return (
    <DataTable
      caption="Versions"
      quiet
      rows={changes}
      keyOf={({ entry }) => entry}
      columns={[
        { title: "When", cell: ({ at }) => momentText(at) },
        {
          title: "What",
          cell: ({ action, fields }) => {
            const what = ACTIONS[action] ?? action;
            return fields.length === 0 ? what : `${what}: ${fields.join(", ")}`;
          },
        },
        {
          title: "Actions",
          quiet: true,
          cell: (change) => {
            const when = momentText(change.at);
            return (
              <span className="flex flex-wrap items-center justify-end gap-2">
                <a
                  href={`${adminPaths.articleHistory(article.id)}?version=${change.entry}`}
                  className="button button-small"
                  aria-label={`Changes on ${when}`}
                  aria-current={change.entry === shown ? "true" : undefined}
                >
                  Differences
                </a>
                {change.isPresent ? (
                  <span className="badge badge-green">Present</span>
                ) : (
                  <button
                    type="button"
                    className="button button-small"
                    aria-label={`Restore version from ${when}`}
                    aria-disabled={restore.busyWith(change)}
                    onClick={() => void restore.start(change)}
                  >
                    Restore
                  </button>
                )}
              </span>
            );
          },
        },
      ]}
    />
  );
}

function Differences({ article, entry }: { article: AdminArticle; entry: string }) {
  const path = { id: article.id, entry };
  const version = useApi("/api/admin/blog/articles/{id}/history/{entry}", { path });
  return (
    <section aria-labelledby="differences" className="mt-10">
      <h3 id="differences" className="font-bold text-xl">
        Differences
      </h3>
      <Async result={version} what="the version">
        {(loaded) => <VersionDifferences version={loaded} />}
      </Async>
    </section>
  );
}

const NOTHING: Words = {
  title: "",
  slug: "",
  excerpt: "",
  content: "",
  category: null,
  tags: [],
  metaDescription: null,
  author: null,
  authorUrl: null,
  publishedAt: null,
};

function VersionDifferences({ version: { at, before, after } }: { version: Version }) {
  const old = before ?? NOTHING;
  const fields: readonly (readonly [label: string, text: (words: Words) => string])[] = [
    ["Title", ({ title }) => title],
    ["Slug", ({ slug }) => slug],
    ["Excerpt", ({ excerpt }) => excerpt],
    ["Meta description", ({ metaDescription }) => metaDescription ?? ""],
    ["Category", ({ category }) => category ?? ""],
    ["Tags", ({ tags }) => tags.join(", ")],
    ["Author", ({ author }) => author ?? ""],
    ["Author page", ({ authorUrl }) => authorUrl ?? ""],
    ["Publish date", ({ publishedAt }) => (publishedAt ? momentText(publishedAt) : "")],
  ];
  const changed = fields.filter(([, text]) => text(old) !== text(after));
  const places = changesBetween(old.content, after.content);
  const titles = ["Before", "After"] as const;
  return (
    <div className="differences">
      <p className="mt-2 text-soft">{`Version from ${momentText(at)} compared with the one before it.`}</p>
      {changed.length + places.length === 0 && <p className="mt-4">No differences.</p>}
      <ul>
        {changed.map(([label, text]) => (
          <li key={label}>
            <h4>{label}</h4>
            <Compared now={text(old)} suggested={text(after)} titles={titles} />
          </li>
        ))}
        {places.map((place, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places have no names but their order
          <li key={index}>
            <h4>
              {places.length === 1 ? "Text" : `Text, change ${index + 1} of ${places.length}`}
            </h4>
            <Compared now={place.before} suggested={place.after} titles={titles} />
          </li>
        ))}
      </ul>
    </div>
  );
}
