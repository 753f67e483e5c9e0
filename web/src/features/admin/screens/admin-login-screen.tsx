import { useEffect } from "react";
import { AdminPassword } from "../../../components/sign-in/admin-password.tsx";
import { rememberAdmin } from "../../../components/sign-in/admin-stamp.ts";
import { LinkEntry, useLinkToken } from "../../../components/sign-in/link-entry.tsx";
import { call, useApi } from "../../../kit/api.ts";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";

/** The administrator's sign-in page. */
export default function AdminLoginScreen() {
  const navigate = useNavigate();
  const token = useLinkToken();
  const tell = useChanged();
  const { data } = useApi("/api/admin/status");
  const isIn = data?.isAdmin === true;
  useEffect(() => {
    if (isIn) navigate(paths.admin());
  }, [isIn, navigate]);
  const password = (
    <AdminPassword
      done={() => navigate(paths.admin())}
      asksName={data?.asksName}
      wrong={{ title: "Access Denied", text: "Incorrect password. Please try again." }}
      welcome={{ title: "Access Granted", text: "Login successful" }}
      verb="Access Dashboard"
    />
  );
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title="Admin login" />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        Admin login
      </h1>
      {token === null ? (
        password
      ) : (
        <>
          <p className="mt-3 mb-6 max-w-text text-lg text-soft">
            Press the button to sign in as the administrator in this browser. The link works once.
          </p>
          <LinkEntry
            token={token}
            send={(sent) => call("post", "/api/admin/sign-in-link", { body: { token: sent } })}
            done={({ until }) => {
              rememberAdmin(until);
              void tell("everything");
              navigate(paths.admin());
            }}
            verb="Access Dashboard"
            busy="Authenticating..."
            instead={password}
          />
        </>
      )}
    </article>
  );
}
