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

/** Lets a person sign in again in place; false if they cancel. */
type Renew = () => Promise<boolean>;

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

/**
 * Makes a call; if the session has ended, lets the person sign in again and repeats it. The screen stays as it is
 * meanwhile.
 */
export function useSignedIn() {
  const { lifted, renew } = useContext(RenewalContext);
  return useCallback(
    async <T,>(run: () => Promise<T>): Promise<T> => {
      try {
        return await run();
      } catch (error) {
        const isOver = error instanceof ApiError && lifted.includes(error.status);
        if (!isOver || !(await renew())) throw error;
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
  lifted?: readonly number[];
  children: ReactNode;
}

/** Wraps screens that need a session. */
export function SignInAgain({ signIn, lifted = SIGNED_OUT, children }: Props) {
  const [open, setOpen] = useState(false);
  const waiting = useRef<((isIn: boolean) => void)[]>([]);
  // Several calls that find the session ended share one dialog.
  const renew = useCallback(
    () =>
      new Promise<boolean>((resolve) => {
        waiting.current.push(resolve);
        setOpen(true);
      }),
    [],
  );
  const settle = useMemo(
    () => (isIn: boolean) => {
      setOpen(false);
      for (const resolve of waiting.current.splice(0)) resolve(isIn);
    },
    [],
  );
  const renewal = useMemo(() => ({ lifted, renew }), [lifted, renew]);
  return (
    <RenewalContext value={renewal}>
      {children}
      <Dialog open={open} onClose={() => settle(false)} title="Please sign in again">
        <p className="mt-2 mb-5 text-soft">
          Your session has expired. Everything you typed is still here; sign in to pick up where you
          left off.
        </p>
        {signIn((isSamePerson = true) => settle(isSamePerson))}
      </Dialog>
    </RenewalContext>
  );
}
