import { type ReactNode, useEffect } from "react";
import { type Answer, useApi } from "../../kit/api.ts";
import { DraftOwner } from "../../kit/form/draft.ts";
import { markOwner } from "../../kit/mark-owner.ts";
import { SignInAgain } from "../../kit/session.tsx";
import { Async } from "../../kit/states.tsx";
import { OwnerSignIn } from "./owner-sign-in.tsx";

type Session = Answer<"get", "/api/session">;
export type SignedInSession = Session & { person: NonNullable<Session["person"]> };

interface OwnerGateProps {
  children: (session: SignedInSession) => ReactNode;
  /** The layout around the sign-in form. */
  fallback: (form: ReactNode) => ReactNode;
  done?: () => void;
}

/**
 * Protects an owner's screens. Someone who isn't signed in can do so in place; if the session ends later, in a dialog.
 */
export function OwnerGate({ children, fallback, done }: OwnerGateProps) {
  const session = useApi("/api/session");
  const person = session.data?.person?.id;
  useEffect(() => {
    if (person) markOwner();
  }, [person]);
  return (
    <OwnerSession person={person}>
      <Async result={session} what="your session">
        {({ person, ...rest }) =>
          person ? (
            // Another person who signs in here gets a screen, and drafts, of their own.
            <DraftOwner key={person.id} value={person.id}>
              {children({ ...rest, person })}
            </DraftOwner>
          ) : (
            fallback(<OwnerSignIn done={() => done?.()} />)
          )
        }
      </Async>
    </OwnerSession>
  );
}

interface OwnerSessionProps {
  /** Who is signed in. Calls that wait aren't repeated for anybody else. */
  person: string | undefined;
  children: ReactNode;
}

/** Lets a shop's person whose session has ended sign in again in place. */
export function OwnerSession({ person: before, children }: OwnerSessionProps) {
  return (
    <SignInAgain
      signIn={(done) => <OwnerSignIn done={({ person }) => done(person?.id === before)} />}
    >
      {children}
    </SignInAgain>
  );
}
