import { useEffect } from "react";
import { AdminPassword } from "../../../components/sign-in/admin-password.tsx";
import { useApi } from "../../../kit/api.ts";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";

/** The administrator's sign-in page. */
export default function AdminLoginScreen() {
  const navigate = useNavigate();
  const { data } = useApi("/api/admin/status");
  const isIn = data?.isAdmin === true;
  useEffect(() => {
    if (isIn) navigate(paths.admin());
  }, [isIn, navigate]);
  return (
    <article className="page pt-10 md:pt-14">
      <PrivateHead title="Admin login" />
      <h1 className="font-extrabold text-4xl leading-tight tracking-tight md:text-5xl">
        Admin login
      </h1>
      <AdminPassword
        done={() => navigate(paths.admin())}
        wrong={{ title: "Access Denied", text: "Incorrect password. Please try again." }}
        welcome={{ title: "Access Granted", text: "Login successful" }}
        verb="Access Dashboard"
      />
    </article>
  );
}
