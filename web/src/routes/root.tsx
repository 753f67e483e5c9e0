import serif from "@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url";
import sans from "@fontsource-variable/libre-franklin/files/libre-franklin-latin-wght-normal.woff2?url";
import { useQuery } from "@tanstack/react-query";
import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import type { Site } from "../api/types.ts";
import { takeFormats } from "../lib/formats.ts";
import { FeedLink } from "../lib/head.tsx";
import { NavigateContext } from "../lib/navigate.ts";
import { iconUrl, SiteProvider } from "../lib/site.tsx";
import { VoteContext } from "../lib/votes.ts";
import icon from "../ui/favicon.svg?no-inline";
import { Chrome } from "./chrome/chrome.tsx";
import { goTo } from "./links.ts";
import { MissingScreen } from "./missing-screen.tsx";
import type { RouterContext } from "./router.tsx";
import { siteRead } from "./table.ts";
import { castVote } from "./votes.ts";

/** The whole document. The server adds the stylesheet, the state block and the script. */
export function Root() {
  const { data: site } = useQuery<Site>({ queryKey: [siteRead.template] });
  const router = useRouter();
  const { first, queryClient }: RouterContext = router.options.context;
  const last = useRouterState({ select: (state) => state.matches.at(-1) });
  const { outcome } = first;
  const missing = outcome.status !== 200 && last?.id === first.matchId ? outcome : null;
  if (!site) throw new Error("the page was drawn before /api/site was read");
  takeFormats(site);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Safari's links, made before the app starts, aren't in what it renders. */}
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no" />
        <meta name="theme-color" content="#f8f2e4" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#15181d" media="(prefers-color-scheme: dark)" />
        {!site.icon && !site.logo && <link rel="icon" sizes="32x32" href="/favicon.ico" />}
        {site.icon ? (
          <link rel="icon" type="image/png" sizes="32x32" href={iconUrl(site, 32)} />
        ) : (
          <link rel="icon" type="image/svg+xml" href={site.logo?.url ?? icon} />
        )}
        <link rel="apple-touch-icon" href={iconUrl(site, 180)} />
        <link rel="manifest" href="/site.webmanifest" />
        <FeedLink href="/feed.atom" title={`${site.name}: what is new`} />
        {/* An empty document already has its style sheet, and so its fonts, before this is rendered. */}
        {(outcome.shell || site.typefaces !== "besley" ? [] : [serif, sans]).map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            href={font}
            crossOrigin="anonymous"
          />
        ))}
      </head>
      <body>
        <NavigateContext value={(href, replace) => goTo(router, href, replace)}>
          <VoteContext value={(shop) => castVote(queryClient, shop)}>
            <SiteProvider site={site}>
              <Chrome
                path={missing ? undefined : last?.pathname}
                bare={!missing && last?.routeId.startsWith("/workbench")}
              >
                {missing ? (
                  <MissingScreen {...missing} removed={missing.status === 410} />
                ) : (
                  <Outlet />
                )}
              </Chrome>
            </SiteProvider>
          </VoteContext>
        </NavigateContext>
      </body>
    </html>
  );
}
