import { type ReactNode, useEffect, useState } from "react";
import { useApi } from "../../kit/api.ts";
import { SignInAgain } from "../../kit/session.tsx";
import { Async } from "../../kit/states.tsx";
import { millisUntil } from "../../kit/time.ts";
import { paths } from "../../lib/paths.ts";
import { useToast } from "../../ui/toast.tsx";
import { AdminPassword } from "./admin-password.tsx";
import { wasAdmin } from "./admin-stamp.ts";
import { useAdminExit } from "./use-admin-exit.ts";

interface AdminGateProps {
  /** Drawn, and so loaded, only once the server says that this is the administrator. */
  children: ReactNode;
  /** What stands around the form that lets in. */
  fallback: (form: ReactNode) => ReactNode;
  /** What is said of a wrong password; the server's words, unless given. */
  wrong?: { title: string; text: string };
}

/** Around the administrator's screens. */
export function AdminGate({ children, fallback, wrong }: AdminGateProps) {
  const status = useApi("/api/admin/status");
  // As it was when the screen opened: who comes in here is remembered before the server is asked again.
  const [hadSession, setHadSession] = useState(wasAdmin);
  const isIn = status.data?.isAdmin === true;
  useEffect(() => {
    if (isIn) setHadSession(true);
  }, [isIn]);
  const ask = status.refetch;
  const form = (done: () => void) => (
    <AdminPassword
      done={done}
      welcome={{ title: "Login successful" }}
      verb="Login"
      {...(wrong ? { wrong } : {})}
    />
  );
  return (
    <SignInAgain signIn={form}>
      <Async result={status} what="your session">
        {({ isAdmin, until }) =>
          isAdmin ? (
            <>
              {until !== null && <SessionEnd until={until} ask={ask} />}
              {children}
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

/** Minutes before the end at which it is announced. */
const NOTICE = 5;
const MINUTE = 60_000;

/** Browsers count no further than this. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Says that the session will end, and asks the server once it should have: the device's clock may be wrong. */
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
