import type { ReactNode } from "react";
import { useApi } from "../../kit/api.ts";
import { PrivateHead } from "../../kit/private-head.tsx";
import { TabLinks } from "../../kit/tab-links.tsx";
import { paths } from "../../lib/paths.ts";
import { countText } from "../../lib/text.ts";
import { AdminGate } from "../sign-in/admin-gate.tsx";
import { LogoutButton } from "./logout-button.tsx";
import { adminPaths } from "./paths.ts";

/** The tabs in the order of the specification, ours after them. */
const TABS = [
  { text: "Coffee Shops", href: paths.adminShops() },
  { text: "Local Vibes", href: paths.adminStories() },
  { text: "Cities", href: paths.adminCities() },
  { text: "Business Claims", href: paths.adminClaims() },
  { text: "Analytics", href: adminPaths.analytics() },
  { text: "Blog Management", href: adminPaths.blog() },
  { text: "Inbox", href: paths.admin() },
  { text: "Newsletter", href: adminPaths.newsletter() },
  { text: "Outbox", href: adminPaths.outbox() },
  { text: "Audit Log", href: paths.adminAudit() },
  { text: "Privacy", href: adminPaths.privacy() },
  { text: "Operator", href: adminPaths.operator() },
];

interface AdminPageProps {
  /** The name of the tab's content. */
  title: string;
  /** Address of the tab that it belongs to. */
  tab: string;
  /** What stands beside the name, such as a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** Around each screen of the panel: the gate, the header, the tiles, the tabs. */
export function AdminPage({ title, tab, action, children }: AdminPageProps) {
  return (
    <AdminGate fallback={(form) => <Frame title="Admin Dashboard">{form}</Frame>}>
      <Frame title={title} action={<LogoutButton />}>
        <Tiles />
        <Tabs current={tab} />
        <section className="mt-8" aria-labelledby="tab-title">
          <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
            <h2 id="tab-title" className="font-bold text-2xl tracking-tight">
              {title}
            </h2>
            {action}
          </div>
          {children}
        </section>
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
    <div className="page pt-8 pb-16 md:pt-12">
      <PrivateHead title={title} />
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="font-extrabold text-3xl leading-tight tracking-tight md:text-4xl">
          Admin Dashboard
        </h1>
        {action}
      </header>
      {children}
    </div>
  );
}

/** The directory in four figures. They are no reason to wait: until they are there a dash stands for each. */
function Tiles() {
  const { data } = useApi("/api/admin/stats");
  const tiles = [
    ["Coffee shops", data?.totalShops],
    ["Cities", data?.totalCities],
    ["Users", data?.totalUsers],
    ["Boosted shops", data?.boostedShops],
  ] as const;
  return (
    <dl className="mt-6 mb-6 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {tiles.map(([label, figure]) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end rounded-md border border-line bg-raised px-4 py-3"
        >
          <dt className="text-[0.9375rem] text-soft">{label}</dt>
          <dd className="font-bold font-serif text-2xl">
            {figure === undefined ? "–" : countText(figure)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Tabs({ current }: { current: string }) {
  const { data } = useApi("/api/admin/inbox");
  const waiting = (kind: string) => data?.items.filter((item) => item.kind === kind).length ?? 0;
  const counts: Record<string, number> = {
    [paths.adminStories()]: waiting("story"),
    [paths.adminClaims()]: waiting("claim"),
    [paths.admin()]: data?.items.length ?? 0,
  };
  const tabs = TABS.map((tab) => ({ ...tab, count: counts[tab.href] ?? 0 }));
  return <TabLinks label="Administration" tabs={tabs} current={current} />;
}
