import { useApi } from "../../kit/api.ts";
import { TabLinks } from "../../kit/tab-links.tsx";
import { paths } from "../../lib/paths.ts";
import { adminPaths } from "./paths.ts";

/** The tabs in the order of the specification, followed by ours. A screen's `tab` is one of these URLs. */
const TABS = [
  { text: "Coffee Shops", href: paths.adminShops() },
  { text: "Local Vibes", href: paths.adminStories() },
  { text: "Cities", href: paths.adminCities() },
  { text: "ZIP Code Expansion", href: adminPaths.zipExpansion() },
  { text: "Business Claims", href: paths.adminClaims() },
  { text: "Expansion", href: adminPaths.expansion() },
  { text: "Analytics", href: adminPaths.analyticsTab() },
  { text: "Blog Management", href: adminPaths.blog() },
  { text: "Foursquare Enhancement", href: adminPaths.foursquareTab() },
  { text: "Content Enhancement", href: adminPaths.contentEnhancement() },
  { text: "Shop Images", href: adminPaths.updateImages() },
  { text: "Inbox", href: paths.admin() },
  { text: "Suggestions", href: adminPaths.suggestions() },
  { text: "Import Questions", href: adminPaths.importQuestions() },
  { text: "Chains", href: adminPaths.chains() },
  { text: "Newsletter", href: adminPaths.newsletter() },
  { text: "Outbox", href: adminPaths.outbox() },
  { text: "Audit Log", href: paths.adminAudit() },
  { text: "Privacy", href: adminPaths.privacy() },
  { text: "Operator", href: adminPaths.operator() },
];

/** The sections of the panel, with the number of pending items in each. */
export function AdminTabs({ current }: { current: string }) {
  const { data } = useApi("/api/admin/inbox");
  const waiting = (...kinds: string[]) => ({
    count: data?.items.filter(({ kind }) => kinds.includes(kind)).length ?? 0,
    isMore: kinds.some((kind) => data?.more.includes(kind)),
  });
  const counts: Record<string, { count: number; isMore: boolean }> = {
    [paths.adminStories()]: waiting("story"),
    [paths.adminClaims()]: waiting("claim"),
    [adminPaths.suggestions()]: waiting("suggestion", "closed_reports"),
    [adminPaths.importQuestions()]: waiting("import"),
    [adminPaths.chains()]: waiting("chain_objection", "chain_report"),
    [paths.admin()]: {
      count: data?.items.length ?? 0,
      isMore: (data?.more.length ?? 0) > 0,
    },
  };
  const tabs = TABS.map((tab) => ({ ...tab, ...counts[tab.href] }));
  return <TabLinks label="Administration" tabs={tabs} current={current} />;
}
