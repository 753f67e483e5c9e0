import type { ReactNode } from "react";
import { Head } from "../../../lib/head.tsx";
import { paths } from "../../../lib/paths.ts";

interface TextPageProps {
  title: string;
  description: string;
  path: string;
  /** The date of the text's last change, as displayed. Update it with the text. */
  updated?: string | undefined;
  children?: ReactNode;
  /** The text as the server's HTML, instead of children. */
  html?: string;
  /** Content below the text, such as a form. */
  after?: ReactNode;
}

/** A page of text. */
export function TextPage({
  title,
  description,
  path,
  updated,
  children,
  html,
  after,
}: TextPageProps) {
  return (
    <article className="page pt-10 md:pt-14">
      <Head title={title} description={description} path={path} />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{title}</h1>
      {updated && <p className="mt-3 text-soft">{`Last updated: ${updated}`}</p>}
      {html === undefined ? (
        <div className="prose mt-8 text-[1.0625rem]">{children}</div>
      ) : (
        <div
          className="prose mt-8 text-[1.0625rem]"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitized by the server (server/src/platform/markdown)
          dangerouslySetInnerHTML={{ __html: html }}
        />
      )}
      {after}
      <p className="mt-12">
        <a className="link font-semibold" href={paths.home()}>
          Back to the homepage
        </a>
      </p>
    </article>
  );
}
