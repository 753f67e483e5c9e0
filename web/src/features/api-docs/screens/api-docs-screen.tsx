import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { CallSection, SchemaSection } from "../components/call-section.tsx";
import { callsByGroup, type Description } from "../openapi.ts";

interface Props {
  data: { description: Description };
}

/** The API description as a page: each call and each schema. */
export default function ApiDocsScreen({ data: { description } }: Props) {
  const { publicUrl, name } = useSite();
  const groups = callsByGroup(description);
  const schemas = Object.entries(description.components?.schemas ?? {});
  return (
    <article className="page max-w-[56rem] pt-10 md:pt-14">
      <Head
        title="API for Developers"
        description={`Every call of ${name}'s public API: addresses, parameters, answers and their fields.`}
        path={paths.apiDocs()}
      />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">API</h1>
      <p className="mt-4 text-lg">
        Programs can read the directory without a key. Responses are JSON, times are UTC, and
        unknown values are <code>null</code>.
      </p>
      <p className="mt-3">
        All URLs start with <code className="break-all">{publicUrl}</code>. The same description for
        machines, in OpenAPI 3.1:{" "}
        <a className="link" href="/api/openapi.json">
          /api/openapi.json
        </a>
        .
      </p>
      <nav aria-label="On this page" className="mt-6">
        <ul className="flex flex-wrap gap-x-5">
          {[...groups.map(([group]) => group), "data"].map((group) => (
            <li key={group}>
              <a className="link inline-block py-1.5" href={`#${idOf(group)}`}>
                {titleOf(group)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map(([group, calls]) => (
        <section key={group} aria-labelledby={idOf(group)} className="mt-12">
          <h2 id={idOf(group)} className="ruled font-bold text-2xl">
            {titleOf(group)}
          </h2>
          {calls.map((call) => (
            <CallSection key={`${call.method} ${call.path}`} call={call} />
          ))}
        </section>
      ))}
      <section aria-labelledby="group-data" className="mt-12">
        <h2 id="group-data" className="ruled font-bold text-2xl">
          {titleOf("data")}
        </h2>
        {schemas.map(([schema, definition]) => (
          <SchemaSection key={schema} name={schema} schema={definition} />
        ))}
      </section>
    </article>
  );
}

const idOf = (group: string) => `group-${group.replaceAll(" ", "-")}`;

function titleOf(group: string): string {
  return group.charAt(0).toUpperCase() + group.slice(1);
}
