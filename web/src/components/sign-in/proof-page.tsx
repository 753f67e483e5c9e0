import { useState } from "react";
import { markOwner } from "../../kit/mark-owner.ts";
import { PrivateHead } from "../../kit/private-head.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { paths } from "../../lib/paths.ts";
import { LinkEntry, NewLink, useLinkToken } from "./link-entry.tsx";

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
  /** Sends a new link for one that doesn't work anymore; absent where another page does. */
  again?: (token: string) => Promise<{ message: string }>;
  /** What to do about a link that doesn't work, where signing in doesn't help. */
  otherwise?: string;
  thanks: (answer: Answer) => Thanks;
}

/** The page behind an email's link. Programs that scan emails open links, too, so only a press confirms. */
export function ProofPage<Answer>(props: ProofPageProps<Answer>) {
  const { title, text, verb, send, again, otherwise, thanks } = props;
  const token = useLinkToken();
  const tell = useChanged();
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
              markOwner();
              void tell("everything");
            }}
            verb={verb}
            busy="Confirming..."
            instead={
              <>
                {again && <NewLink token={token} send={again} />}
                <Instead text={otherwise} />
              </>
            }
          />
        </div>
      ) : (
        <Instead text={otherwise} />
      )}
    </article>
  );
}

/** For a link that is truncated, used or expired. */
function Instead({ text }: { text: string | undefined }) {
  if (text) return <p className="mt-4 max-w-text">{text}</p>;
  return (
    <p className="mt-4 max-w-text">
      {"You can also type the email's code on the page where you sent the form, "}
      <a className="link" href={paths.signIn()}>
        sign in with your email address
      </a>
      {" to see what waits for you, or "}
      <a className="link" href={paths.contact()}>
        write to us
      </a>
      .
    </p>
  );
}
