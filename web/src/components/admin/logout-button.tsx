import { call } from "../../kit/api.ts";
import { paths } from "../../lib/paths.ts";
import { useAdminExit } from "../sign-in/use-admin-exit.ts";
import { useSignOut } from "../sign-in/use-sign-out.ts";
import { forgetActs } from "./own-acts.ts";

/** Ends the session on the server, clears loaded data, and goes to the home page. */
export function LogoutButton() {
  const exit = useAdminExit();
  const logout = useSignOut({
    verb: "Log out",
    call: () => call("post", "/api/admin/logout"),
    done: () => {
      forgetActs();
      exit(paths.home());
    },
    failed: "Not logged out",
  });
  return (
    <>
      {logout.confirmation}
      <button
        type="button"
        className="button"
        aria-disabled={logout.busy}
        onClick={() => void logout.start()}
      >
        Logout
      </button>
    </>
  );
}
