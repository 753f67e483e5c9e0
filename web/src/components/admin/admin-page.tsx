import type { ReactNode } from "react";
import { useApi } from "../../kit/api.ts";
import { PrivateHead } from "../../kit/private-head.tsx";
import { countText } from "../../lib/text.ts";
import { AdminGate } from "../sign-in/admin-gate.tsx";
import { AdminMenu, CONTENT } from "./admin-menu.tsx";
import { LogoutButton } from "./logout-button.tsx";

interface AdminPageProps {
  /** The heading of the tab's content. */
  title: string;
  /** URL of the tab that it belongs to. */
  tab: string;
  /** Shown next to the heading, such as a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** The frame of each screen in the panel: the gate, the header, the tiles, the menu. */
export function AdminPage({ title, tab, action, children }: AdminPageProps) {
  return (
    <AdminGate fallback={(form) => <Frame title="Admin Dashboard">{form}</Frame>}>
      <Frame title={title} action={<LogoutButton />}>
        <div className="admin-panel">
          <Tiles />
          <AdminMenu current={tab} />
          <section id={CONTENT} tabIndex={-1} className="outline-none" aria-labelledby="tab-title">
            <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
              <h2 id="tab-title" className="font-bold text-2xl tracking-tight">
                {title}
              </h2>
              {action}
            </div>
            {children}
          </section>
        </div>
      </Frame>
    </AdminGate>
  );
}

interface FrameProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

function Frame({ title, action, children }: FrameProps) {
  return (
    <div className="page pt-6 pb-16 md:pt-12">
      <PrivateHead title={title} />
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h1 className="font-extrabold text-2xl leading-tight tracking-tight md:text-4xl">
          Admin Dashboard
        </h1>
        {action}
      </header>
      {children}
    </div>
  );
}

/** The directory in four figures. Nothing waits for them: until they arrive, each shows a dash. */
function Tiles() {
  const { data } = useApi("/api/admin/stats");
  const tiles = [
    ["Coffee shops", data?.totalShops],
    ["Cities", data?.totalCities],
    ["Users", data?.totalUsers],
    ["Boosted shops", data?.boostedShops],
  ] as const;
  return (
    <dl className="my-4 grid grid-cols-4 gap-2 md:gap-3 lg:mt-0 lg:mb-8">
      {tiles.map(([label, figure]) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-md border border-line bg-raised px-2 py-2 md:px-4 md:py-3"
        >
          <dt className="text-[0.8125rem] text-soft leading-tight md:text-[0.9375rem]">{label}</dt>
          <dd className="font-bold font-serif text-xl md:text-2xl">
            {figure === undefined ? "–" : countText(figure)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
