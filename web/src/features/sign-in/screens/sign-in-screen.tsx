import { type ReactNode, useState } from "react";
import { LinkEntry, NewLink, useLinkToken } from "../../../components/sign-in/link-entry.tsx";
import { OwnerGate } from "../../../components/sign-in/owner-gate.tsx";
import { OwnerSignIn } from "../../../components/sign-in/owner-sign-in.tsx";
import { call } from "../../../kit/api.ts";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { Account } from "../components/account.tsx";

interface Props {
  query: { next: string };
}

/** Owner sign-in with a code or a link; someone who is signed in sees their shops and devices. */
export default function SignInScreen({ query: { next } }: Props) {
  const token = useLinkToken();
  const [isUsed, setUsed] = useState(false);
  const navigate = useNavigate();
  const goOn = () => {
    setUsed(true);
    // Only to our own URLs.
    if (/^\/(?![/\\])/.test(next)) navigate(next);
  };
  if (token !== null && !isUsed)
    return (
      <Page title="Sign in">
        <p className="mt-3 mb-6 max-w-text text-lg text-soft">
          Press the button to sign in to your coffee shop in this browser.
        </p>
        <LinkEntry
          token={token}
          send={(sent) => call("post", "/api/sign-in/link", { body: { token: sent } })}
          done={goOn}
          verb="Sign in"
          busy="Signing in..."
          instead={
            <>
              <NewLink
                token={token}
                send={(old) => call("post", "/api/sign-in/new-link", { body: { token: old } })}
              />
              <OwnerSignIn done={goOn} />
            </>
          }
        />
      </Page>
    );
  return (
    <OwnerGate fallback={(form) => <SignedOut>{form}</SignedOut>} done={goOn}>
      {({ person, shops }) => (
        <Page title="Your coffee shops">
          <Account person={person} shops={shops} />
        </Page>
      )}
    </OwnerGate>
  );
}

function SignedOut({ children }: { children: ReactNode }) {
  return (
    <Page title="Owner sign-in">
      <p className="mt-3 max-w-text text-lg text-soft">
        For people who run a coffee shop listed here. We'll email you a code.
      </p>
      {children}
      <p className="mt-10 max-w-text text-soft">
        {"Not listed yet? "}
        <a className="link" href={paths.listShop()}>
          List your shop
        </a>
        {" for free. Did someone else list it? Open its page and press “Claim This Business”."}
      </p>
    </Page>
  );
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title={title} />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">{title}</h1>
      {children}
    </article>
  );
}
