import { useQueryClient } from "@tanstack/react-query";
import { useSignOut } from "../../../components/sign-in/use-sign-out.ts";
import { call } from "../../../kit/api.ts";
import { markOwner } from "../../../kit/mark-owner.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";

/** Signs out this browser, clears the person's data, and goes to the home page. */
export function SignOutButton() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const out = useSignOut({
    verb: "Sign out",
    call: () => call("post", "/api/sign-out"),
    done: () => {
      markOwner(false);
      client.removeQueries({ predicate: ({ queryKey: [path] }) => path !== "/api/site" });
      navigate(paths.home());
      toast({ title: "You are signed out" });
    },
    failed: "Not signed out",
  });
  return (
    <>
      {out.confirmation}
      <button
        type="button"
        className="button button-small"
        aria-disabled={out.busy}
        onClick={() => void out.start()}
      >
        Sign out
      </button>
    </>
  );
}
