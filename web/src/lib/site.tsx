import { createContext, type ReactNode, useContext } from "react";
import type { Site } from "../api/types.ts";

const SiteContext = createContext<Site | null>(null);

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** The link to one of the operator's pages. */
export const linkOf = ({ title, path }: Site["pages"][number]) => ({ text: title, href: path });

/** An icon made of the operator's logo or icon, else ours. */
export const iconUrl = ({ icon }: Site, side: 32 | 180) =>
  icon ? `/site-icon/${side}.png?v=${icon}` : "/apple-touch-icon.png";

/** Whether boosts can be bought: where no payment is set up, no page speaks of them. */
export const useSellsBoosts = () => useSite().payments !== null;

/** Facts about this installation: its name, public URL, prices. */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error("useSite needs a SiteProvider above it");
  return site;
}
