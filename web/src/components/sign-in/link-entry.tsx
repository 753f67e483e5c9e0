import { type ReactNode, useEffect, useState } from "react";
import { messageOf } from "../../kit/api.ts";

const tokenInHash = () => new URLSearchParams(window.location.hash.slice(1)).get("token") || null;

/** The token after `#` in an email's link. It is removed from the URL at once, because URLs are stored and shared. */
export function useLinkToken(): string | null {
  const [token] = useState(tokenInHash);
  useEffect(() => {
    const { pathname, search } = window.location;
    if (token) window.history.replaceState(window.history.state, "", pathname + search);
    // A newer link that is pasted over the address of this page alone loads nothing.
    const follow = () => {
      if (tokenInHash()) window.location.reload();
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [token]);
  return token;
}

interface LinkEntryProps<Answer> {
  token: string;
  /** Sends the token. Only when pressed, because programs that scan emails open links, too. */
  send: (token: string) => Promise<Answer>;
  done: (answer: Answer) => void;
  verb: string;
  busy: string;
  /** Shown if the link doesn't work. */
  instead: ReactNode;
}

/** The button on the page behind an email's link. */
export function LinkEntry<Answer>({
  token,
  send,
  done,
  verb,
  busy,
  instead,
}: LinkEntryProps<Answer>) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem("");
    try {
      done(await send(token));
    } catch (error) {
      setProblem(messageOf(error, "That didn't work. Please try again."));
    }
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        className="button button-primary"
        aria-disabled={isBusy}
        onClick={press}
      >
        {isBusy ? busy : verb}
      </button>
      <div role="alert">{problem && <p className="form-failure">{problem}</p>}</div>
      {problem && <div className="mt-8">{instead}</div>}
    </>
  );
}

interface NewLinkProps {
  token: string;
  /** Sends a new link to the address of the old one. */
  send: (token: string) => Promise<{ message: string }>;
}

/** For a link that was used or has expired: a new one by one press, without typing the address (D91). */
export function NewLink({ token, send }: NewLinkProps) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState("");
  const press = async () => {
    if (isBusy) return;
    setBusy(true);
    setSaid("");
    try {
      setSaid((await send(token)).message);
    } catch (error) {
      setSaid(messageOf(error, "We couldn't send a new one. Please try again."));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" className="button" aria-disabled={isBusy} onClick={press}>
        {isBusy ? "Sending..." : "Send a new one"}
      </button>
      <p role="status" className="mt-3 max-w-text font-semibold">
        {said}
      </p>
    </>
  );
}
