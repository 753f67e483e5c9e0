import { type ReactNode, useEffect, useState } from "react";
import { useApi } from "../../kit/api.ts";
import { DraftOwner } from "../../kit/form/draft.ts";
import { SIGNED_OUT, SignInAgain } from "../../kit/session.tsx";
import { Async } from "../../kit/states.tsx";
import { millisUntil } from "../../kit/time.ts";
import { paths } from "../../lib/paths.ts";
import { useToast } from "../../ui/toast.tsx";
import { AdminConfirmation } from "./admin-confirmation.tsx";
import { AdminPassword } from "./admin-password.tsx";
import { wasAdmin } from "./admin-stamp.ts";
import { useAdminExit } from "./use-admin-exit.ts";

interface AdminGateProps {
  /** Rendered, and so loaded, only once the server confirms the administrator. */
  children: ReactNode;
  /** The layout around the sign-in form. */
  fallback: (form: ReactNode) => ReactNode;
  /** The message for a wrong password; by default, the server's. */
  wrong?: { title: string; text: string };
}

/** 403 is for somebody who is signed in as an owner alone. */
const NOT_ADMIN = [...SIGNED_OUT, 403];

/** Protects the administrator's screens. */
export function AdminGate({ children, fallback, wrong }: AdminGateProps) {
  const status = useApi("/api/admin/status");
  // Read only when the screen opens, because signing in here sets the mark before the server is asked again.
  const [hadSession, setHadSession] = useState(wasAdmin);
  const isIn = status.data?.isAdmin === true;
  useEffect(() => {
    if (isIn) setHadSession(true);
  }, [isIn]);
  const ask = status.refetch;
  const form = (done: () => void) => (
    <AdminPassword
      done={done}
      asksName={status.data?.asksName}
      welcome={{ title: "Login successful" }}
      verb="Login"
      {...(wrong ? { wrong } : {})}
    />
  );
  return (
    <SignInAgain
      signIn={form}
      confirm={(factor, done) => <AdminConfirmation factor={factor} done={done} />}
      lifted={NOT_ADMIN}
    >
      <Async result={status} what="your session">
        {({ isAdmin, until, name }) =>
          isAdmin ? (
            <>
              {until !== null && <SessionEnd until={until} ask={ask} />}
              <DraftOwner value={name === null ? "administrator" : `administrator ${name}`}>
                {children}
              </DraftOwner>
            </>
          ) : hadSession ? (
            <Ended />
          ) : (
            fallback(form(() => void status.refetch()))
          )
        }
      </Async>
    </SignInAgain>
  );
}

/** Minutes before its end that the session's end is announced. */
const NOTICE = 5;
const MINUTE = 60_000;

/** The longest delay that browsers support. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Announces the end of the session, and then asks the server, because the device's clock may be wrong. */
function SessionEnd({ until, ask }: { until: string; ask: () => unknown }) {
  const toast = useToast();
  useEffect(() => {
    const left = Math.min(LONGEST_TIMER, millisUntil(until));
    const announce = () =>
      toast({
        title: `Your session ends in ${NOTICE} minutes`,
        text: "Save your work. Form drafts are kept in this tab.",
      });
    const timers = [
      ...(left > NOTICE * MINUTE ? [setTimeout(announce, left - NOTICE * MINUTE)] : []),
      ...(left > 0 ? [setTimeout(ask, left)] : []),
    ];
    return () => timers.forEach(clearTimeout);
  }, [until, toast, ask]);
  return null;
}

function Ended() {
  const exit = useAdminExit();
  useEffect(() => exit(paths.adminLogin()), [exit]);
  return null;
}
