import { useQueryClient } from "@tanstack/react-query";
import { call } from "../../../kit/api.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";

/** Signs out this browser, clears the person's data, and goes to the home page. */
export function SignOutButton() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const out = useAction(() => call("post", "/api/sign-out"), {
    done: () => {
      client.removeQueries({ predicate: ({ queryKey: [path] }) => path !== "/api/site" });
      navigate(paths.home());
      toast({ title: "You are signed out" });
    },
    failed: { title: "Not signed out", text: "Please try again." },
  });
  return (
    <button
      type="button"
      className="button button-small"
      aria-disabled={out.busy}
      onClick={() => out.start(undefined)}
    >
      Sign out
    </button>
  );
}
