import { call } from "../../kit/api.ts";
import { useAction } from "../../kit/use-action.ts";
import { paths } from "../../lib/paths.ts";
import { useAdminExit } from "../sign-in/use-admin-exit.ts";

/** Ends the session on the server, clears loaded data, and goes to the home page. */
export function LogoutButton() {
  const exit = useAdminExit();
  const logout = useAction(() => call("post", "/api/admin/logout"), {
    done: () => exit(paths.home()),
    failed: { title: "Not logged out", text: "Please try again." },
  });
  return (
    <button
      type="button"
      className="button"
      aria-disabled={logout.busy}
      onClick={() => logout.start(undefined)}
    >
      Logout
    </button>
  );
}
