import { type ReactNode, useEffect, useState } from "react";
import { LinkEntry } from "../../../components/sign-in/link-entry.tsx";
import { call } from "../../../kit/api.ts";
import { CodeEntry } from "../../../kit/code-field.tsx";
import { Head } from "../../../lib/head.tsx";
import { useSite } from "../../../lib/site.tsx";
import { LookupForm } from "../components/lookup-form.tsx";
import { PayerBoosts } from "../components/payer-boosts.tsx";
import { TestNotice } from "../components/test-notice.tsx";
import { subscriptionsOf, useLookup } from "../use-lookup.ts";

/** Managing boosts with the payer's address, proven with a code (D44). */
export default function ManageScreen() {
  const { name } = useSite();
  const { step, problem, lookUp, startOver, askForCode } = useLookup();
  const [token, setToken] = useState<string | null>(null);
  const [isNewAddress, setNewAddress] = useState(false);
  useEffect(() => {
    const kept = new URLSearchParams(window.location.hash.slice(1)).get("token");
    if (!kept) return;
    setToken(kept);
    setNewAddress(new URLSearchParams(window.location.search).get("address") === "new");
    // URLs are stored and shared.
    window.history.replaceState(window.history.state, "", window.location.pathname);
  }, []);
  const form = <LookupForm lookUp={lookUp} problem={problem} />;
  return (
    <article className="page pt-10 md:pt-14">
      <Head
        title="Manage Subscription"
        description={`Look up, change or cancel your boosts on ${name}.`}
        robots="noindex"
      />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        Manage Subscription
      </h1>
      <TestNotice />
      {token !== null && isNewAddress && step.at === "address" ? (
        <Part words="Whoever pays for a boost wants our emails about it to come to you, and you to manage it. Their card stays the one that pays. Press the button if that's right.">
          <LinkEntry
            token={token}
            send={(sent) =>
              call("post", "/api/confirm-payer-address/link", { body: { token: sent } })
            }
            done={({ newEmail }) => {
              setToken(null);
              void lookUp(newEmail);
            }}
            verb="Use this address"
            busy="Confirming..."
            instead={form}
          />
        </Part>
      ) : token !== null && step.at === "address" ? (
        <Part words="Press the button to see the boosts you pay for.">
          <LinkEntry
            token={token}
            send={(sent) => call("post", "/api/sign-in/link", { body: { token: sent } })}
            done={({ person }) => {
              setToken(null);
              if (person) void lookUp(person.email);
            }}
            verb="Show my boosts"
            busy="Looking..."
            instead={form}
          />
        </Part>
      ) : (
        step.at === "address" && (
          <Part words="See what you pay for, update your card or cancel. Enter the email address that you paid with; we send a code to it.">
            {form}
          </Part>
        )
      )}
      {step.at === "code" && (
        <Part words="Enter the code to continue.">
          <CodeEntry
            address={step.email}
            onlyIf="this address has paid for a boost"
            check={(code) =>
              call("post", "/api/sign-in/code", { body: { email: step.email, code } })
            }
            done={() => void lookUp(step.email)}
            again={() => subscriptionsOf(step.email)}
            other={startOver}
            verb="Show my boosts"
            busy="Checking..."
          />
        </Part>
      )}
      {step.at === "list" && (
        <div className="mt-8">
          <PayerBoosts
            email={step.email}
            info={step.info}
            lookUp={lookUp}
            startOver={startOver}
            askForCode={askForCode}
          />
        </div>
      )}
    </article>
  );
}

function Part({ words, children }: { words: string; children: ReactNode }) {
  return (
    <>
      <p className="mt-3 mb-6 max-w-text text-lg text-soft">{words}</p>
      {children}
    </>
  );
}
