import { useState } from "react";
import { type Answer, call } from "../../kit/api.ts";
import { useConfirm } from "../../kit/confirm.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { momentText } from "../../kit/time.ts";
import { useAction } from "../../kit/use-action.ts";
import { plural } from "../../lib/text.ts";
import { useToast } from "../../ui/toast.tsx";
import type { Account } from "./account-screen.tsx";
import { NewAppForm } from "./new-app-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type NewApp = Answer<"post", "/api/admin/account/app">;

/** Fewer than this many recovery codes left deserve a word. */
const FEW = 3;

/** The authenticator app: setting one up, replacing it, its recovery codes, and removing it. */
export function AppPart({ own }: { own: Account }) {
  const tell = useChanged();
  const toast = useToast();
  const [begun, setBegun] = useState<NewApp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [confirmation, confirm] = useConfirm();
  const begin = useAction(() => call("post", "/api/admin/account/app"), {
    done: (app) => {
      setCodes(null);
      setBegun(app);
    },
    failed: { title: "Couldn't begin", text: "Please try again." },
  });
  const renew = useAction(() => call("post", "/api/admin/account/recovery-codes"), {
    done: ({ recoveryCodes }) => {
      setCodes(recoveryCodes);
      void tell("administrator");
    },
    failed: { title: "Couldn't make new codes", text: "Please try again." },
  });
  const remove = useAction(() => call("delete", "/api/admin/account/app"), {
    done: () => {
      setCodes(null);
      void tell("administrator");
      toast({ title: "App removed" });
    },
    failed: { title: "Couldn't remove the app", text: "Please try again." },
  });
  const askToRemove = async () => {
    const isSure = await confirm({
      title: "Remove your authenticator app?",
      text: "Your password alone will open the panel for you. Your recovery codes stop working.",
      verb: "Remove app",
      keep: "Keep it",
      destructive: true,
    });
    if (isSure) await remove.start(undefined);
  };
  return (
    <section aria-labelledby="app-title">
      {confirmation}
      <h3 id="app-title" className="font-bold text-xl">
        Authenticator app
      </h3>
      <State own={own} />
      {codes ? (
        <RecoveryCodes codes={codes} done={() => setCodes(null)} />
      ) : begun ? (
        <NewAppForm
          app={begun}
          cancel={() => setBegun(null)}
          done={(made) => {
            setBegun(null);
            setCodes(made);
            void tell("administrator");
          }}
        />
      ) : (
        <div className="mt-4 flex flex-wrap gap-3">
          <button
            type="button"
            className="button"
            aria-disabled={begin.busy}
            onClick={() => void begin.start(undefined)}
          >
            {own.appSince ? "Set up another app instead" : "Set up an app"}
          </button>
          {own.appSince && (
            <>
              <button
                type="button"
                className="button"
                aria-disabled={renew.busy}
                onClick={() => void renew.start(undefined)}
              >
                Make new recovery codes
              </button>
              {own.mayRemoveApp && (
                <button
                  type="button"
                  className="button button-danger"
                  aria-disabled={remove.busy}
                  onClick={() => void askToRemove()}
                >
                  Remove app
                </button>
              )}
            </>
          )}
        </div>
      )}
    </section>
  );
}

function State({ own: { appSince, recoveryCodesLeft, mayRemoveApp } }: { own: Account }) {
  if (appSince === null)
    return (
      <p className="mt-2 max-w-text">
        With an app on your phone, signing in asks for six digits besides your password, so a stolen
        password opens nothing.
      </p>
    );
  return (
    <>
      <p className="mt-2 max-w-text">
        {`Set up ${momentText(appSince)}. ${plural(recoveryCodesLeft, "recovery code")} left.`}
      </p>
      {recoveryCodesLeft < FEW && (
        <p className="notice mt-3 max-w-text">
          Make new recovery codes: without your phone, they are your only way in from here.
        </p>
      )}
      {!mayRemoveApp && (
        <p className="mt-2 max-w-text text-soft">
          Nobody else has an app, so it can't be removed here: the shared password would open the
          panel again. On the server, <code>townperk admin reset</code> removes it.
        </p>
      )}
    </>
  );
}
