import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { pressOrCode } from "../../../components/sign-in/press-or-code.ts";
import { type Answer, call, messageOf } from "../../../kit/api.ts";
import { CodeEntry } from "../../../kit/code-field.tsx";
import { markOwner } from "../../../kit/mark-owner.ts";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { Async } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths } from "../../../lib/paths.ts";

type Transfer = Answer<"post", "/api/hand-overs/show">;
type Progress = Answer<"post", "/api/hand-overs/confirm-link">;

interface Thanks {
  title: string;
  text: string;
  href: string;
  link: string;
}

interface Props {
  token: string;
  thanks: (progress: Progress) => Thanks;
}

/** A transfer, for one of its two people, with the button that sends a fresh code. */
export function SeenTransfer({ token, thanks }: Props) {
  const shown = useQuery({
    queryKey: ["transfer", token],
    queryFn: ({ signal }) => call("post", "/api/hand-overs/show", { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isOver = shown.error instanceof ApiError && shown.error.status === 404;
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title="Confirm the transfer" />
      {isOver ? (
        <>
          <Title text="Confirm the transfer" />
          <p role="alert" className="mt-4 max-w-text text-lg">
            {messageOf(shown.error, "This transfer has ended.")}
          </p>
          <p className="mt-6">
            <a className="button" href={paths.yourShops()}>
              Your coffee shops
            </a>
          </p>
        </>
      ) : (
        <Async result={shown} what="the transfer">
          {(transfer) => <Open token={token} transfer={transfer} thanks={thanks} />}
        </Async>
      )}
    </article>
  );
}

const Title = ({ text }: { text: string }) => (
  <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{text}</h1>
);

function Open({ token, transfer, thanks }: Props & { transfer: Transfer }) {
  const { shopName, cityName, state, otherEmail, isOwner, ends } = transfer;
  const hasConfirmed = isOwner ? transfer.ownerConfirmed : transfer.newOwnerConfirmed;
  const [answer, setAnswer] = useState<Thanks | null>(null);
  if (answer)
    return (
      <>
        <Title text={answer.title} />
        <p role="status" className="mt-4 max-w-text text-lg text-soft">
          {answer.text}
        </p>
        <p className="mt-6 flex flex-wrap gap-3">
          <a className="button button-primary" href={answer.href}>
            {answer.link}
          </a>
          <a className="button" href={paths.yourShops()}>
            Your coffee shops
          </a>
        </p>
      </>
    );
  return (
    <>
      <Title text={`The transfer of ${shopName}`} />
      <p className="mt-4 max-w-text text-lg">
        {isOwner ? `You're transferring ${shopName} in ${cityName}, ${state} to ` : null}
        <strong className="wrap-anywhere">{otherEmail}</strong>
        {isOwner
          ? "."
          : `, the owner of ${shopName} in ${cityName}, ${state}, wants to transfer it to you: its page, and everything its owner can do.`}
      </p>
      <p className="mt-2 max-w-text text-soft">
        {`It moves once you've both confirmed, until ${dayText(ends)}.`}
      </p>
      {hasConfirmed ? (
        <p role="status" className="mt-4 max-w-text font-semibold">
          You have confirmed. We're waiting for the other side.
        </p>
      ) : (
        <Confirm
          token={token}
          transfer={transfer}
          done={(progress) => setAnswer(thanks(progress))}
        />
      )}
    </>
  );
}

interface ConfirmProps {
  token: string;
  transfer: Transfer;
  done: (progress: Progress) => void;
}

function Confirm({ token, transfer, done }: ConfirmProps) {
  const { id, email, isSignedIn } = transfer;
  const tell = useChanged();
  const [sent, setSent] = useState<{ nextCodeAt: string | null } | null>(null);
  const send = () => call("post", "/api/hand-overs/send-code", { body: { token } });
  const confirm = (code?: string) =>
    call("post", "/api/hand-overs/{id}/confirm", {
      path: { id },
      body: { email, ...(code && { code }) },
    });
  const confirmed = (progress: Progress) => {
    markOwner();
    void tell("everything");
    done(progress);
  };
  const press = useAction(() => (isSignedIn ? pressOrCode(confirm, send) : send()), {
    done: (answer) => ("nextCodeAt" in answer ? setSent(answer) : confirmed(answer)),
    failed: { title: "Couldn't confirm the transfer", text: "Please try again." },
  });
  if (sent)
    return (
      <div className="mt-6 max-w-text">
        <CodeEntry
          address={email}
          nextCodeAt={sent.nextCodeAt}
          check={confirm}
          done={confirmed}
          again={send}
          verb="Confirm the transfer"
          busy="Confirming..."
        />
      </div>
    );
  return (
    <p className="mt-6">
      <button
        type="button"
        className="button button-primary"
        aria-disabled={press.busy}
        onClick={() => press.start(undefined)}
      >
        {isSignedIn ? "Confirm the transfer" : "Send me a code to confirm"}
      </button>
    </p>
  );
}
