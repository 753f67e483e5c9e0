import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import type { components } from "../../../api/schema.gen.ts";
import { addressOf, useApi } from "../../../kit/api.ts";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { Empty, Failed, Loading } from "../../../kit/states.tsx";
import { momentText } from "../../../kit/time.ts";
import { paths } from "../../../lib/paths.ts";
import { problemOf } from "../enter.ts";

type Mail = components["schemas"]["DemoMail"];

/** As many are listed, the newest ones. */
const LISTED = 100;

const GONE = "The demo has been removed, or its doors are shut.";

/** Milliseconds until the list is read again: a code is there soon after it was asked for. */
const EVERY = 3000;

const STATES: Record<Mail["state"], string> = {
  waiting: "Waiting to be sent",
  sent: "",
  failed: "Couldn’t be sent",
};

/** What the demo has mailed, so that whatever ends in a mailbox can be tried to its end. */
export default function MailsScreen() {
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title="Mails" />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">Mails</h1>
      <p className="mt-3 mb-6 max-w-text text-lg text-soft">
        What this demo has mailed, newest first. Nothing leaves this machine unless a mail server is
        set up, and made-up addresses such as name@example.com are never mailed.
      </p>
      <Mails />
    </article>
  );
}

function Mails() {
  const { data, error, refetch } = useApi("/api/demo/mails", { every: EVERY });
  // What was shown until now is nobody's to read any more.
  const isGone = data !== undefined && error instanceof ApiError && error.status === 404;
  return (
    <>
      {error && (
        <div role="alert" className="failed mb-6">
          <p>{isGone ? GONE : problemOf(error)}</p>
          <button type="button" className="button button-small" onClick={() => refetch()}>
            Try again
          </button>
        </div>
      )}
      {data && !isGone && (
        <>
          {data.isPublic && (
            <p className="mb-6 max-w-text font-semibold">
              Everybody who opens this demo can read these mails, so please use made-up addresses.
            </p>
          )}
          <List mails={data.mails} />
        </>
      )}
      {!data && !error && <Loading what="the mails" />}
    </>
  );
}

function List({ mails }: { mails: Mail[] }) {
  if (mails.length === 0)
    return (
      <Empty
        action={
          <a className="link" href={paths.signIn()}>
            Ask for a code
          </a>
        }
      >
        Nothing has been mailed yet. Ask for a sign-in code or list a coffee shop, and its mail
        appears here.
      </Empty>
    );
  return (
    <>
      {mails.length >= LISTED && <p className="mb-3 text-soft">{`The newest ${LISTED}`}</p>}
      <ul aria-label="Mails" className="grid max-w-3xl gap-3">
        {mails.map((mail) => (
          <li key={mail.id} className="rounded-md border border-line bg-raised">
            <Row mail={mail} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Its frame and its text are loaded once somebody asks for them. */
function Row({ mail }: { mail: Mail }) {
  const [isOpen, setOpen] = useState(false);
  const { subject, to, createdAt, state, isExpired } = mail;
  const facts = [
    `To ${to}`,
    momentText(createdAt),
    STATES[state],
    isExpired ? "Its code has expired" : "",
  ];
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="px-4 py-3">
        <span className="break-words font-semibold">{subject}</span>
        <span className="mt-1 block break-words text-[0.9375rem] text-soft">
          {facts.filter(Boolean).join(" · ")}
        </span>
      </summary>
      {isOpen && <Opened mail={mail} />}
    </details>
  );
}

const FORMS = ["HTML", "Text"] as const;

function Opened({ mail: { id, subject } }: { mail: Mail }) {
  const [form, setForm] = useState<(typeof FORMS)[number]>("HTML");
  return (
    <div className="px-4 pb-4">
      <fieldset aria-label="Show the mail as" className="flex gap-5">
        {FORMS.map((one) => (
          <button
            key={one}
            type="button"
            className="text-button px-1 aria-pressed:no-underline"
            aria-pressed={form === one}
            onClick={() => setForm(one)}
          >
            {one}
          </button>
        ))}
      </fieldset>
      {form === "HTML" ? (
        <iframe
          title={subject}
          // No scripts and no forms. A press on a link leads this window there, as it would from a mailbox.
          sandbox="allow-top-navigation-by-user-activation"
          src={addressOf("/api/demo/mails/{id}/html", { path: { id } })}
          className="mt-2 h-[32rem] w-full rounded border border-line bg-white"
        />
      ) : (
        <MailText id={id} />
      )}
    </div>
  );
}

function MailText({ id }: { id: string }) {
  const { data, error, refetch } = useApi("/api/demo/mails/{id}", { path: { id } });
  if (!data && error) return <Failed what="the text" error={error} again={() => void refetch()} />;
  if (!data) return <Loading what="the text" />;
  return (
    <p className="mt-2 whitespace-pre-wrap break-words text-[0.9375rem]">
      <TextWithLinks text={data.text} />
    </p>
  );
}

/** Every second piece is an address. */
function TextWithLinks({ text }: { text: string }) {
  const pieces = text.split(/(https?:\/\/[^\s<>]+)/);
  return pieces.map((piece, index) =>
    index % 2 === 1 ? (
      // The page is loaded anew, as from a mailbox.
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a mail never change
      <a key={index} className="link break-all" href={piece} target="_top">
        {piece}
      </a>
    ) : (
      piece
    ),
  );
}
