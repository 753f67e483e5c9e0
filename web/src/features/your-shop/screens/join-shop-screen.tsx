import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { useLinkToken } from "../../../components/sign-in/link-entry.tsx";
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

type Invitation = Answer<"post", "/api/manager-invitations/show">;

/** The page behind an invitation's link. Programs that scan emails open links, too, so only a press does anything. */
export default function JoinShopScreen() {
  const token = useLinkToken();
  const shown = useQuery({
    queryKey: ["manager-invitation", token],
    queryFn: ({ signal }) =>
      call("post", "/api/manager-invitations/show", { body: { token: token ?? "" }, signal }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const isOver = shown.error instanceof ApiError && shown.error.status === 404;
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title="An invitation" />
      {token === null || isOver ? (
        <>
          <Title text="An invitation" />
          <p role="alert" className="mt-4 max-w-text text-lg">
            {token === null
              ? "This link is incomplete. Please open it from the email again."
              : messageOf(shown.error, "This invitation doesn't work anymore.")}
          </p>
          <p className="mt-6">
            <a className="button" href={paths.yourShops()}>
              Your coffee shops
            </a>
          </p>
        </>
      ) : (
        <Async result={shown} what="the invitation">
          {(invitation) => <Open token={token} invitation={invitation} />}
        </Async>
      )}
    </article>
  );
}

const Title = ({ text }: { text: string }) => (
  <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{text}</h1>
);

interface OpenProps {
  token: string;
  invitation: Invitation;
}

type State = "shown" | "joined" | "declined";

function Open({ token, invitation }: OpenProps) {
  const { shopName, cityName, state, slug, from, to, endsAt } = invitation;
  const [answered, setAnswered] = useState<State>("shown");
  if (answered === "joined")
    return (
      <>
        <Title text={`You help manage ${shopName}`} />
        <p role="status" className="mt-4 max-w-text text-lg text-soft">
          You're signed in and can edit the page. What you change stands in its history under your
          name.
        </p>
        <p className="mt-6">
          <a className="button button-primary" href={paths.yourShop(slug)}>
            {`Open ${shopName}`}
          </a>
        </p>
      </>
    );
  if (answered === "declined")
    return (
      <>
        <Title text="Invitation declined" />
        <p role="status" className="mt-4 max-w-text text-lg text-soft">
          The link doesn't work anymore.
        </p>
      </>
    );
  return (
    <>
      <Title text={`Help manage ${shopName}`} />
      <p className="mt-4 max-w-text text-lg">
        <strong className="wrap-anywhere">{from}</strong>
        {`, the owner of ${shopName} in ${cityName}, ${state}, invites you to maintain its page: hours, photos, description, story and suggestions.`}
      </p>
      <p className="mt-2 max-w-text text-soft">
        {`For ${to}, until ${dayText(endsAt)}. If you don't know who that is, decline or ignore it.`}
      </p>
      <Accept token={token} invitation={invitation} done={() => setAnswered("joined")} />
      <Decline token={token} done={() => setAnswered("declined")} />
    </>
  );
}

function Accept({ token, invitation, done }: OpenProps & { done: () => void }) {
  const tell = useChanged();
  const [sent, setSent] = useState<{ nextCodeAt: string | null } | null>(null);
  const failed = { title: "Couldn't accept the invitation", text: "Please try again." };
  const send = () => call("post", "/api/manager-invitations/send-code", { body: { token } });
  const accept = (code?: string) =>
    call("post", "/api/manager-invitations/accept", { body: { token, ...(code && { code }) } });
  const joined = () => {
    markOwner();
    void tell("everything");
    done();
  };
  const press = useAction(() => (invitation.isSignedIn ? pressOrCode(accept, send) : send()), {
    done: (answer) => ("nextCodeAt" in answer ? setSent(answer) : joined()),
    failed,
  });
  if (sent)
    return (
      <div className="mt-6 max-w-text">
        <CodeEntry
          address={invitation.to}
          nextCodeAt={sent.nextCodeAt}
          check={accept}
          done={joined}
          again={send}
          verb="Accept"
          busy="Accepting..."
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
        {invitation.isSignedIn ? "Accept" : "Accept with a code by email"}
      </button>
    </p>
  );
}

function Decline({ token, done }: { token: string; done: () => void }) {
  const decline = useAction(
    () => call("post", "/api/manager-invitations/decline", { body: { token } }),
    { done, failed: { title: "Couldn't decline", text: "Please try again." } },
  );
  return (
    <p className="mt-6">
      <button
        type="button"
        className="button button-small"
        aria-disabled={decline.busy}
        onClick={() => decline.start(undefined)}
      >
        Decline
      </button>
    </p>
  );
}
