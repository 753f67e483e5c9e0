import type { ReactNode } from "react";
import { AdminPage } from "../../components/admin/admin-page.tsx";
import { adminPaths } from "../../components/admin/paths.ts";
import { type Answer, call, useApi } from "../../kit/api.ts";
import { Async } from "../../kit/states.tsx";
import { useChanged } from "../../kit/subjects.ts";
import { useAction } from "../../kit/use-action.ts";
import { useNavigate } from "../../lib/navigate.ts";
import { paths } from "../../lib/paths.ts";
import { plural } from "../../lib/text.ts";
import { LIST } from "../../ui/list-role.ts";
import { SiteParts } from "./site-parts.tsx";
import { TryMail } from "./try-mail.tsx";
import { TryPayments } from "./try-payments.tsx";

type Start = Answer<"get", "/api/admin/first-start">;

/** The way from an empty folder to a public directory. Every step can be left for later. */
export default function StartScreen() {
  const start = useApi("/api/admin/first-start");
  return (
    <AdminPage title="First steps">
      <SiteParts here={adminPaths.firstStart()} />
      <Async result={start} what="the first steps">
        {(loaded) => <Steps start={loaded} />}
      </Async>
    </AdminPage>
  );
}

function Steps({ start }: { start: Start }) {
  const navigate = useNavigate();
  const tell = useChanged();
  const finish = useAction(() => call("post", "/api/admin/first-start/finish"), {
    done: () => {
      void tell("site");
      navigate(paths.admin());
    },
    failed: { title: "Couldn't finish", text: "Please try again." },
  });
  const { realShops } = start;
  return (
    <>
      <p className="mb-6 max-w-text">
        Five steps to a directory of your own, in any order. Skip what you don't need; what is done
        stays done.
      </p>
      <ol {...LIST} className="grid max-w-text gap-8">
        <Step title="Name and region" isDone={start.hasWords}>
          <p>Your directory's name, and the region that its texts speak of.</p>
          <Way href={adminPaths.site()}>Name it</Way>
        </Step>
        <Step title="Email" isDone={start.hasMail}>
          <p>
            Codes, welcomes and the newsletter need a mail server. Try it here; its lines belong in
            the settings file, because passwords are never stored in the database.
          </p>
          <TryMail />
        </Step>
        <Step title="Payments" isDone={start.hasPayments}>
          <p>Owners pay for boosts by card through Stripe. Without it, listings stay free.</p>
          <TryPayments />
        </Step>
        <Step title="First towns" isDone={realShops > 0}>
          <p>
            {realShops > 0
              ? `${plural(realShops, "coffee shop")} of your own.`
              : "Find coffee shops around a ZIP code, or import a list."}
          </p>
          <p className="flex flex-wrap gap-3">
            <a className="button button-small" href="/admin/zip-expansion">
              By ZIP code
            </a>
            <a className="button button-small" href={adminPaths.imports()}>
              Import a list
            </a>
          </p>
        </Step>
        <Step title="Look" isDone={start.hasLook}>
          <p>Two colors, typefaces, and a logo.</p>
          <Way href={adminPaths.siteLook()}>Choose it</Way>
        </Step>
      </ol>
      {!start.isFinished && (
        <button
          type="button"
          className="button button-primary mt-8"
          disabled={finish.busy}
          onClick={() => finish.start(undefined)}
        >
          Finish
        </button>
      )}
    </>
  );
}

interface StepProps {
  title: string;
  isDone: boolean;
  children: ReactNode;
}

function Step({ title, isDone, children }: StepProps) {
  return (
    <li className="ruled grid gap-3 pt-4">
      <h3 className="font-bold text-xl">
        {`${title} `}
        <span className="badge ml-1">{isDone ? "Done" : "Not yet"}</span>
      </h3>
      {children}
    </li>
  );
}

function Way({ href, children }: { href: string; children: string }) {
  return (
    <p>
      <a className="button button-small" href={href}>
        {children}
      </a>
    </p>
  );
}
