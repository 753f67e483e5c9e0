import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
} from "react";
import { ApiError } from "../api/client.ts";
import { Dialog } from "./dialog.tsx";

/** Lets a person sign in or confirm again in place; false if they cancel. */
type Renew = (refusal: ApiError) => Promise<boolean>;

interface Renewal {
  /** The statuses of a refusal that signing in again can lift. */
  lifted: readonly number[];
  renew: Renew;
}

const RenewalContext = createContext<Renewal>({
  lifted: [],
  renew: () => Promise.resolve(false),
});

/** Nobody is signed in. */
export const SIGNED_OUT = [401];

/** The session goes on, but what is asked for needs the password or a code again. */
const CONFIRMATION_NEEDED = "confirmation_needed";

/**
 * Makes a call; if the session has ended, or the call needs a confirmation, lets the person sign in again or confirm, and
 * repeats it. The screen stays as it is meanwhile.
 */
export function useSignedIn() {
  const { lifted, renew } = useContext(RenewalContext);
  return useCallback(
    async <T,>(run: () => Promise<T>): Promise<T> => {
      try {
        return await run();
      } catch (error) {
        const isOver = error instanceof ApiError && lifted.includes(error.status);
        if (!isOver || !(await renew(error))) throw error;
        return await run();
      }
    },
    [lifted, renew],
  );
}

interface Props {
  /**
   * The sign-in form, shown in a dialog; it calls `done` on success, with `false` if somebody else signed in, whose rights
   * the waiting calls must not use.
   */
  signIn: (done: (isSamePerson?: boolean) => void) => ReactNode;
  /** The form that confirms with what is asked for: "password" or "code". */
  confirm?: (factor: string, done: () => void) => ReactNode;
  lifted?: readonly number[];
  children: ReactNode;
}

/** Wraps screens that need a session. */
export function SignInAgain({ signIn, confirm, lifted = SIGNED_OUT, children }: Props) {
  const [refused, setRefused] = useState<ApiError | null>(null);
  const waiting = useRef<((isIn: boolean) => void)[]>([]);
  // Several calls that find the session ended share one dialog.
  const renew = useCallback(
    (refusal: ApiError) =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setRefused(refusal);
      }),
    [],
  );
  const settle = useMemo(
    () => (isIn: boolean) => {
      setRefused(null);
      for (const resolve of waiting.current.splice(0)) resolve(isIn);
    },
    [],
  );
  const renewal = useMemo(() => ({ lifted, renew }), [lifted, renew]);
  const factor =
    confirm && refused?.code === CONFIRMATION_NEEDED ? (refused.factor ?? "password") : null;
  return (
    <RenewalContext value={renewal}>
      {children}
      <Dialog
        open={refused !== null}
        onClose={() => settle(false)}
        title={factor ? "Please confirm that it’s you" : "Please sign in again"}
      >
        {factor ? (
          confirm?.(factor, () => settle(true))
        ) : (
          <>
            <p className="mt-2 mb-5 text-soft">
              Your session has expired. Everything you typed is still here; sign in to pick up where
              you left off.
            </p>
            {signIn((isSamePerson = true) => settle(isSamePerson))}
          </>
        )}
      </Dialog>
    </RenewalContext>
  );
}
