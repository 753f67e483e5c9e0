import type { ReactNode } from "react";
import { paths } from "../lib/paths.ts";
import { useSite } from "../lib/site.tsx";

/** The bar above and the footer below every screen. */
export function Chrome({ children }: { children: ReactNode }) {
  const site = useSite();
  return (
    <>
      <header>
        <a href={paths.home()}>{site.name}</a>
      </header>
      <main id="content">{children}</main>
      <footer>
        © {site.year} {site.name}
      </footer>
    </>
  );
}
