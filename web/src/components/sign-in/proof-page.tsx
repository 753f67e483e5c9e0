import { useState } from "react";
import { useRefresh } from "../../kit/api.ts";
import { PrivateHead } from "../../kit/private-head.tsx";
import { paths } from "../../lib/paths.ts";
import { LinkEntry, useLinkToken } from "./link-entry.tsx";

interface Thanks {
  title: string;
  text: string;
  href: string;
  link: string;
}

interface ProofPageProps<Answer> {
  title: string;
  /** What pressing the button does. */
  text: string;
  verb: string;
  send: (token: string) => Promise<Answer>;
  thanks: (answer: Answer) => Thanks;
}

/** The page behind an email's link. Programs that scan emails open links, too, so only a press confirms. */
export function ProofPage<Answer>({ title, text, verb, send, thanks }: ProofPageProps<Answer>) {
  const token = useLinkToken();
  const refresh = useRefresh();
  const [answer, setAnswer] = useState<Thanks | null>(null);
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title={answer?.title ?? title} />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        {answer?.title ?? title}
      </h1>
      <p role="status" className="mt-4 max-w-text text-lg text-soft">
        {answer?.text ?? (token ? text : "")}
      </p>
      {answer ? (
        <p className="mt-6 flex flex-wrap gap-3">
          <a className="button button-primary" href={answer.href}>
            {answer.link}
          </a>
          <a className="button" href={paths.yourShops()}>
            Your coffee shops
          </a>
        </p>
      ) : token ? (
        <div className="mt-6">
          <LinkEntry
            token={token}
            send={send}
            done={(got) => {
              setAnswer(thanks(got));
              void refresh("/api/");
            }}
            verb={verb}
            busy="Confirming..."
            instead={<Instead />}
          />
        </div>
      ) : (
        <Instead />
      )}
    </article>
  );
}

/** For a link that is truncated, used or expired. */
function Instead() {
  return (
    <p className="mt-4 max-w-text">
      {
        "Please open the link from the mail once more, or type the mail's code on the page where you sent the form. You can also "
      }
      <a className="link" href={paths.signIn()}>
        sign in with your email address
      </a>
      {" or "}
      <a className="link" href={paths.contact()}>
        write to us
      </a>
      .
    </p>
  );
}
