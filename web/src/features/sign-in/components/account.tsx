import { lazy, Suspense } from "react";
import { inTime } from "../../../api/limits.ts";
import type { SignedInSession } from "../../../components/sign-in/owner-gate.tsx";
import { Loading } from "../../../kit/states.tsx";
import { MyShops } from "./my-shops.tsx";
import { SignOutButton } from "./sign-out-button.tsx";

/** Nothing above it waits for it, and the rest works if it doesn't load. */
const AccountLists = lazy(() =>
  inTime(import("./account-lists.tsx")).then(
    (loaded) => ({ default: loaded.AccountLists }),
    () => ({ default: NotLoaded }),
  ),
);

function NotLoaded() {
  return (
    <p className="form-note mt-12">
      Your listings and claims couldn't be loaded. Please reload the page.
    </p>
  );
}

/** Everything that belongs to a signed-in address. */
export function Account({ person, shops }: Pick<SignedInSession, "person" | "shops">) {
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 text-soft">
        <span>
          {"Signed in as "}
          <strong className="wrap-anywhere text-ink">{person.email}</strong>
        </span>
        <SignOutButton />
      </p>
      <MyShops shops={shops} />
      <Suspense fallback={<Loading what="your listings and claims" />}>
        <AccountLists />
      </Suspense>
    </>
  );
}
