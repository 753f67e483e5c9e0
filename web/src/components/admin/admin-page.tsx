import type { ReactNode } from "react";
import { PrivateHead } from "../../kit/private-head.tsx";
import { AdminGate } from "../sign-in/admin-gate.tsx";

interface AdminPageProps {
  title: string;
  /** Beside the heading: what one can do here. */
  action?: ReactNode;
  children: ReactNode;
}

/** One of the administrator's screens, behind the password. Its content is asked for once the server has said who is there. */
export function AdminPage({ title, action, children }: AdminPageProps) {
  const head = (
    <>
      <PrivateHead title={title} />
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-extrabold text-4xl leading-tight tracking-tight">{title}</h1>
        {action}
      </header>
    </>
  );
  return (
    <div className="page py-10 md:py-14">
      <AdminGate
        fallback={(form) => (
          <>
            {head}
            {form}
          </>
        )}
      >
        {head}
        {children}
      </AdminGate>
    </div>
  );
}
