import type { Part, prepareBody } from "../body.ts";

/** With fewer headings, no contents list is needed. */
const FEWEST_LISTED = 3;

interface Props {
  body: ReturnType<typeof prepareBody>;
  /** Whether it is long enough for the contents to be worth the space on a phone. */
  isLong: boolean;
}

/** An article's text, with its contents list. */
export function ArticleBody({ body: { html, parts }, isLong }: Props) {
  const isListed = parts.length >= FEWEST_LISTED;
  return (
    <div className={isListed ? "article-columns" : "mt-10"}>
      {isListed && <Contents parts={parts} isLong={isLong} />}
      <div
        className="article-text"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitized by the server, which lets through a few tags and no address but the web's and mail's (server/src/platform/markdown.rs)
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  );
}

function Contents({ parts, isLong }: { parts: readonly Part[]; isLong: boolean }) {
  return (
    <nav
      aria-labelledby="contents"
      className={isLong ? "article-contents" : "article-contents hidden lg:block"}
    >
      <p id="contents" className="font-bold font-serif">
        In This Article
      </p>
      <ol>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
