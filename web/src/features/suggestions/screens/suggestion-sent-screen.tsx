import type { SuggestionPage } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";
import { Breadcrumb } from "../../../ui/breadcrumb.tsx";
import { PlainForm } from "../components/plain-form.tsx";

/** The page after a suggestion sent without our script: thanks, or the form with what is wrong in it. */
export default function SuggestionSentScreen({
  data: { page },
}: {
  data: { page: SuggestionPage };
}) {
  const { kind, slug, name, message, problem, mistakes, typed, shown, isFilledByProgram } = page;
  const title = message ? "We've got it" : "There is a problem";
  return (
    <article className="page pt-8">
      <Head title={title} description={`A suggestion for the page of ${name}.`} robots="noindex" />
      <div className="text-soft">
        <Breadcrumb
          trail={[
            { name: "Home", href: paths.home() },
            { name, href: paths.shop(slug) },
            { name: "Suggest an edit", href: paths.suggestEdit(slug) },
          ]}
        />
      </div>
      <h1 className="mt-5 font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        {title}
      </h1>
      {message ? (
        <div className="mt-4 max-w-text">
          <p className="text-lg">{message}</p>
          <p className="mt-5">
            <a className="button" href={paths.shop(slug)}>
              {`Back to ${name}`}
            </a>
          </p>
        </div>
      ) : (
        <>
          <div role="alert" className="mistakes mt-6">
            {problem && <p>{problem}</p>}
            {mistakes.length > 0 && (
              <ul className="grid gap-1">
                {mistakes.map(({ field, message: said }) => (
                  <li key={field}>
                    <a href={`#plain-${field}`} className="text-red underline underline-offset-4">
                      {said}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <div className="mt-8">
            <PlainForm
              slug={slug}
              kind={kind}
              shown={shown}
              typed={typed}
              mistakes={mistakes}
              isTrapped={isFilledByProgram}
            />
          </div>
        </>
      )}
    </article>
  );
}
