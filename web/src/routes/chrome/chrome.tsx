import type { ReactNode } from "react";
import { Doors } from "../../features/demo/doors.tsx";
import { useSite } from "../../lib/site.tsx";
import { plural } from "../../lib/text.ts";
import { ToastProvider } from "../../ui/toast.tsx";
import { Bar } from "./bar.tsx";
import { Footer } from "./footer.tsx";

interface ChromeProps {
  /** Path of the current page, to highlight its link in the bar. */
  path: string | undefined;
  /** The screen has a frame of its own, with a main part. */
  bare?: boolean | undefined;
  children: ReactNode;
}

/** The frame of every screen: skip link, bar, footer, messages. */
export function Chrome({ path, bare, children }: ChromeProps) {
  const { demoShopCount, demoDoors } = useSite();
  return (
    <ToastProvider>
      <a href="#content" className="button button-primary skip-link">
        Skip to content
      </a>
      {demoShopCount > 0 && (
        // Small on a phone: one line in either font, so that nothing moves under a finger when the font arrives.
        <aside
          aria-label="Notice"
          className="bg-amber-wash px-3 py-2 text-center text-[0.8125rem] text-amber-ink md:px-5 md:text-[0.9375rem]"
        >
          {`This is a demo: ${plural(demoShopCount, "coffee shop")} ${demoShopCount === 1 ? "isn't" : "aren't"} real.`}
          {demoDoors && <Doors />}
        </aside>
      )}
      {bare || <Bar path={path} />}
      {bare ? (
        children
      ) : (
        <main id="content" tabIndex={-1} className="min-h-[60vh] outline-none">
          {children}
        </main>
      )}
      {bare || <Footer />}
      <p id="announcer" role="status" className="sr-only" />
    </ToastProvider>
  );
}
