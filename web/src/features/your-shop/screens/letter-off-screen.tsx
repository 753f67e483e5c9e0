import type { ReactNode } from "react";
import type { LetterPage } from "../../../api/types.ts";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";

interface Props {
  data: { page: LetterPage };
}

interface Content {
  title: string;
  body: ReactNode;
}

/** The page behind the link that turns a monthly letter off. Rendered on the server without a script: it is a plain form. */
export default function LetterOffScreen({ data: { page } }: Props) {
  const { title, body } = CONTENT[page.step](page);
  return (
    <article className="page max-w-2xl pt-10 pb-16 md:pt-14">
      <Head title={title} description="The monthly letter to owners." robots="noindex" />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{title}</h1>
      <div className="mt-6 space-y-5 text-[1.0625rem]">{body}</div>
    </article>
  );
}

const CONTENT: Record<LetterPage["step"], (page: LetterPage) => Content> = {
  ask: ({ shopName, credential }) => ({
    title: "Stop the monthly letter?",
    body: (
      <>
        <p>{`Once a month, we email you the results of ${shopName}. Press the button, and we stop.`}</p>
        <form action={`/monthly-letter/off?letter=${credential}`} method="post">
          <button type="submit" className="button button-primary">
            Stop the letter
          </button>
        </form>
      </>
    ),
  }),
  off: ({ shopName, slug }) => ({
    title: "The letter is off",
    body: (
      <>
        <p>{`You won't get the monthly letter about ${shopName} anymore.`}</p>
        <p>
          <a className="link" href={`${paths.yourShop(slug)}#figures`}>
            See the results, or turn the letter on again
          </a>
        </p>
      </>
    ),
  }),
  invalid: () => ({
    title: "This link doesn't work",
    body: (
      <>
        <p>
          It may be incomplete: please copy the whole line from the email. If the shop has another
          owner now, you no longer get its letter.
        </p>
        <p>
          <a className="button" href={paths.home()}>
            Back to the homepage
          </a>
        </p>
      </>
    ),
  }),
};
