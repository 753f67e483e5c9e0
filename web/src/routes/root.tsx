import { useQuery } from "@tanstack/react-query";
import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import type { Site } from "../api/types.ts";
import { SiteProvider } from "../lib/site.tsx";
import { Chrome } from "./chrome.tsx";
import { MissingScreen } from "./missing-screen.tsx";
import type { RouterContext } from "./router.tsx";
import { siteRead } from "./table.ts";

/** The whole document. The server adds the stylesheet, the state block and the script around it. */
export function Root() {
  const { data: site } = useQuery<Site>({ queryKey: [siteRead.template] });
  const { first }: RouterContext = useRouter().options.context;
  const matchId = useRouterState({ select: (state) => state.matches.at(-1)?.id });
  const { outcome } = first;
  if (!site) throw new Error("the page was drawn before /api/site was read");
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
      </head>
      <body>
        <SiteProvider site={site}>
          <Chrome>
            {outcome.status !== 200 && matchId === first.matchId ? (
              <MissingScreen kind={outcome.kind} removed={outcome.status === 410} />
            ) : (
              <Outlet />
            )}
          </Chrome>
        </SiteProvider>
      </body>
    </html>
  );
}
