import type { ReactNode } from "react";
import { PrivateHead } from "../../kit/private-head.tsx";
import { CONTENT } from "./admin-menu.tsx";
import { useTabs } from "./tabs.ts";

interface AdminPageProps {
  /** The heading, on a screen below a tab. */
  title?: string;
  /** Shown next to the heading, such as a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A screen in the panel: its heading, and the content below it. The workbench is around it. */
export function AdminPage({ title: heading, action, children }: AdminPageProps) {
  const { own } = useTabs();
  const title = heading ?? own?.title ?? "";
  return (
    <section id={CONTENT} tabIndex={-1} className="tab-content" aria-labelledby="tab-title">
      <PrivateHead title={title} />
      <div className="tab-head">
        <h2 id="tab-title">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}
