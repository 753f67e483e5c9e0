import { AdminPage } from "../../components/admin/admin-page.tsx";
import { type Answer, useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { Administrators } from "./administrators.tsx";
import { AppPart } from "./app-part.tsx";
import { EmailForm } from "./email-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Sessions } from "./sessions.tsx";

export type Account = Answer<"get", "/api/admin/account">;

/** One's own access to the panel, and who else has one. */
export default function AccountScreen() {
  const account = useApi("/api/admin/account");
  return (
    <AdminPage>
      <Async result={account} what="your account">
        {(own) => (
          <div className="grid max-w-4xl gap-12">
            {own.sharedPasswordOpens && <Unguarded own={own} />}
            {own.name === null ? <SharedPassword /> : <Own own={own} name={own.name} />}
            <Sessions own={own} />
          </div>
        )}
      </Async>
      <Administrators />
    </AdminPage>
  );
}

/** For who has set nothing: one password is all that stands between a stranger and the panel. */
function Unguarded({ own }: { own: Account }) {
  return (
    <p className="notice max-w-text">
      {own.name === null
        ? "One shared password opens this panel, and nothing tells you apart from who steals it. Add an administrator for everybody who works here, and let each set up an authenticator app."
        : "Nobody has set up an authenticator app, so the shared password alone still opens this panel. Once one of you has an app, it no longer does."}
    </p>
  );
}

function SharedPassword() {
  return (
    <section aria-labelledby="shared-title">
      <h3 id="shared-title" className="font-bold text-xl">
        Shared password
      </h3>
      <p className="mt-2 max-w-text">
        You signed in with the password that everybody shares, so the log calls you “the
        administrator”. It's changed on the server, with <code>townperk admin set-password</code>.
        Under a name of your own, you choose your password and can add an app.
      </p>
    </section>
  );
}

function Own({ own, name }: { own: Account; name: string }) {
  return (
    <>
      <section aria-labelledby="own-title">
        <h3 id="own-title" className="wrap-anywhere font-bold text-xl">
          {name}
        </h3>
        <EmailForm email={own.email} />
      </section>
      <AppPart own={own} />
      <PasswordForm name={name} />
    </>
  );
}
