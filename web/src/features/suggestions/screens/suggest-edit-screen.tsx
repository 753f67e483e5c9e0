import { useEffect, useRef, useState } from "react";
import type { Shop } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths, withQuery } from "../../../lib/paths.ts";
import { townLabel } from "../../../lib/shop.ts";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { EditForm } from "../components/edit-form.tsx";
import { PlainForm, shownOf } from "../components/plain-form.tsx";
import { HoursForm, ReportForm } from "../components/report-forms.tsx";
import { KINDS, type SuggestionBody } from "../proposal.ts";

interface Props {
  data: { shop: Shop };
  query: { kind: string };
}

/** Lets visitors report wrong information; nothing changes until somebody decides. */
export default function SuggestEditScreen({ data: { shop }, query: { kind } }: Props) {
  const town = townLabel(shop);
  const title = KINDS.find((one) => one.kind === kind)?.text ?? "Suggest an edit";
  const [kept, setKept] = useState<{ kind: string; message: string } | null>(null);
  const onKept = (message: string) => setKept({ kind, message });
  const said = kept?.kind === kind ? kept.message : null;
  const form = { shop, onKept };
  return (
    <article className="page pt-8">
      <Head
        title={`${title}: ${shop.name} in ${town}`}
        description={`Tell us what's wrong with the page for ${shop.name} in ${town}. No account needed.`}
        robots="noindex"
      />
      <div className="text-soft">
        <Breadcrumb
          trail={[
            { name: "Home", href: paths.home() },
            { name: shop.name, href: paths.shop(shop.slug) },
            { name: "Suggest an edit", href: paths.suggestEdit(shop.slug) },
          ]}
        />
      </div>
      <h1 className="mt-5 font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        {title}
      </h1>
      <p className="mt-3 max-w-text text-lg">
        <strong>{shop.name}</strong>
        {`, ${shop.address || town}`}
      </p>
      <nav aria-label="What's wrong?" className="mt-6">
        <ul className="flex flex-wrap gap-2">
          {KINDS.map((one) => (
            <li key={one.kind}>
              <a
                className={`button button-small ${one.kind === kind ? "button-primary" : ""}`}
                href={withQuery(paths.suggestEdit(shop.slug), { kind: one.kind })}
                aria-current={one.kind === kind ? "page" : undefined}
                rel="nofollow"
              >
                {one.text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-8">
        {said ? (
          <Thanks shop={shop} message={said} />
        ) : kind === "closed" && shop.permanentlyClosed ? (
          <p className="max-w-text">The page already says it's permanently closed.</p>
        ) : (
          <>
            {kind === "hours" ? (
              <HoursForm {...form} />
            ) : kind === "closed" || kind === "chain" ? (
              <ReportForm key={kind} {...form} kind={kind} />
            ) : (
              <EditForm {...form} />
            )}
            <noscript>
              {import.meta.env.SSR && (
                <PlainForm slug={shop.slug} kind={kindOf(kind)} shown={shownOf(shop)} />
              )}
            </noscript>
          </>
        )}
      </div>
    </article>
  );
}

const kindOf = (kind: string) => (kind === "" ? "edit" : kind) as SuggestionBody["kind"];

function Thanks({ shop, message }: { shop: Shop; message: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section
      aria-labelledby="thanks"
      className="max-w-text rounded-md border-[1.5px] border-rule bg-raised p-5"
    >
      <h2 id="thanks" ref={heading} tabIndex={-1} className="font-bold text-2xl">
        We've got it
      </h2>
      <p className="mt-2">{message}</p>
      <p className="mt-5">
        <a className="button" href={paths.shop(shop.slug)}>
          {`Back to ${shop.name}`}
        </a>
      </p>
    </section>
  );
}
