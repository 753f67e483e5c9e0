import type { ReactNode } from "react";
import { AdminGate } from "../../../components/sign-in/admin-gate.tsx";
import { PrivateHead } from "../../../kit/private-head.tsx";
import { LogoutButton } from "../components/logout-button.tsx";
import { Signed } from "../components/signed.tsx";

/** The administrator's home. It loads nothing before the server has said who is there. */
export default function AdminScreen() {
  return (
    <AdminGate fallback={(form) => <Page title="Admin Dashboard">{form}</Page>}>
      <Page title="Admin Dashboard" action={<LogoutButton />}>
        <Signed />
      </Page>
    </AdminGate>
  );
}

interface PageProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Page({ title, action, children }: PageProps) {
  return (
    <div className="page pt-10 md:pt-14">
      <PrivateHead title={title} />
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-extrabold text-4xl leading-tight tracking-tight">{title}</h1>
        {action}
      </header>
      {children}
    </div>
  );
}
