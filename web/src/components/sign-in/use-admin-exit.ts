import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { useNavigate } from "../../lib/navigate.ts";
import { rememberAdmin } from "./admin-stamp.ts";

/** Leaves the administrator's screens for another one, clearing everything loaded there. */
export function useAdminExit() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useCallback(
    (to: string) => {
      rememberAdmin(null);
      client.removeQueries({ predicate: ({ queryKey: [path] }) => path !== "/api/site" });
      navigate(to);
    },
    [client, navigate],
  );
}
