import { type ChangeEvent, useId } from "react";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { type Answer, useApi } from "../../kit/api.ts";
import { changesBetween } from "../../kit/differences/compare-text.ts";
import { Compared } from "../../kit/differences/difference-list.tsx";
import { Async, Empty } from "../../kit/states.tsx";
import { momentText } from "../../kit/time.ts";
import { useNavigate } from "../../lib/navigate.ts";

type Versions = Answer<"get", "/api/admin/site/pages/{slug}/versions">["versions"];
type Words = Answer<"get", "/api/admin/site/pages/{slug}/versions/{version}">;

interface Props {
  params: { slug: string };
  /** The versions to compare; empty: the latest with the one before it. */
  query: { from: string; to: string };
}

/** Two versions of a page side by side. */
export default function PageVersionsScreen({ params: { slug }, query }: Props) {
  const list = useApi("/api/admin/site/pages/{slug}/versions", { path: { slug } });
  return (
    <AdminPage
      title={list.data ? `Versions: ${list.data.title}` : "Versions"}
      action={
        <a className="link" href={adminPaths.sitePage(slug)}>
          Back to the page
        </a>
      }
    >
      <Async result={list} what="the versions">
        {({ versions }) =>
          versions.length < 2 ? (
            <Empty>This page has one version so far. The next edit makes a second one.</Empty>
          ) : (
            <Comparison slug={slug} versions={versions} query={query} />
          )
        }
      </Async>
    </AdminPage>
  );
}

const nameOf = ({ at, isPresent }: Versions[number]) =>
  `${at ? momentText(at) : "As we ship it"}${isPresent ? " (current)" : ""}`;

interface ComparisonProps {
  slug: string;
  versions: Versions;
  query: Props["query"];
}

function Comparison({ slug, versions, query }: ComparisonProps) {
  const navigate = useNavigate();
  const known = (id: string) => versions.find((version) => version.id === id);
  const to = known(query.to) ?? versions[0];
  const from = known(query.from) ?? versions[1];
  if (!from || !to) return null;
  const choose = (chosen: Partial<Props["query"]>) => {
    const next = new URLSearchParams({ from: from.id, to: to.id, ...chosen });
    navigate(`${adminPaths.sitePageVersions(slug)}?${next}`, true);
  };
  return (
    <>
      <div className="mb-6 flex flex-wrap gap-x-6 gap-y-4">
        <Choice
          label="Earlier"
          versions={versions}
          chosen={from.id}
          choose={(id) => choose({ from: id })}
        />
        <Choice
          label="Later"
          versions={versions}
          chosen={to.id}
          choose={(id) => choose({ to: id })}
        />
      </div>
      <Differences slug={slug} from={from} to={to} />
    </>
  );
}

interface ChoiceProps {
  label: string;
  versions: Versions;
  chosen: string;
  choose: (id: string) => void;
}

function Choice({ label, versions, chosen, choose }: ChoiceProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <select
        id={id}
        className="field max-w-full"
        value={chosen}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) => choose(target.value)}
      >
        {versions.map((version) => (
          <option key={version.id} value={version.id}>
            {nameOf(version)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface DifferencesProps {
  slug: string;
  from: Versions[number];
  to: Versions[number];
}

function Differences({ slug, from, to }: DifferencesProps) {
  const one = { path: { slug, version: from.id } };
  const other = { path: { slug, version: to.id } };
  const before = useApi("/api/admin/site/pages/{slug}/versions/{version}", one);
  const after = useApi("/api/admin/site/pages/{slug}/versions/{version}", other);
  return (
    <Async result={before} what="the earlier version">
      {(earlier) => (
        <Async result={after} what="the later version">
          {(later) => (
            <Changes before={earlier} after={later} titles={[nameOf(from), nameOf(to)]} />
          )}
        </Async>
      )}
    </Async>
  );
}

const FIELDS: readonly (readonly [label: string, text: (words: Words) => string])[] = [
  ["Title", ({ title }) => title],
  ["Description", ({ description }) => description],
  ["Date", ({ date }) => date],
];

interface ChangesProps {
  before: Words;
  after: Words;
  titles: readonly [string, string];
}

export function Changes({ before, after, titles }: ChangesProps) {
  const fields = FIELDS.filter(([, text]) => text(before) !== text(after));
  const places = changesBetween(before.content, after.content);
  const count = fields.length + places.length;
  return (
    <section aria-labelledby="differences" className="differences">
      <h3 id="differences" className="font-bold text-xl">
        Differences
      </h3>
      <p role="status" className="mt-2 text-soft">
        {count === 0 ? "The two versions are the same." : `${count} found.`}
      </p>
      <ul>
        {fields.map(([label, text]) => (
          <li key={label}>
            <h4>{label}</h4>
            <Compared now={text(before)} suggested={text(after)} titles={titles} />
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
    </section>
  );
}
