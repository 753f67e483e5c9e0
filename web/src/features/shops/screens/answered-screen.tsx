import type { AnsweredPage } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";

/** The page after an answer sent without our script. A plain form takes it back. */
export default function AnsweredScreen({ data: { page } }: { data: { page: AnsweredPage } }) {
  const { slug, name, answer } = page;
  return (
    <article className="page max-w-2xl pt-10 pb-16 md:pt-14">
      <Head title="Thank you" description={`An answer about ${name}.`} robots="noindex" />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        Thank you
      </h1>
      <p className="mt-6 text-lg">
        {answer
          ? "Once somebody else says the same, it counts."
          : "We have an answer from you or your network."}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <a className="button button-primary" href={paths.shop(slug)}>
          {`Back to ${name}`}
        </a>
        {answer && (
          <form method="post" action={`/still-right/${slug}/undo`}>
            <input type="hidden" name="answer" value={answer} />
            <button type="submit" className="button">
              Undo
            </button>
          </form>
        )}
        <a className="button" href={paths.suggestEdit(slug)} rel="nofollow">
          Suggest an edit
        </a>
      </div>
    </article>
  );
}
