import type { ReactNode } from "react";
import { storefront } from "./storefront/storefront.tsx";

/** Shown instead of an empty list: text, and a drawn storefront with `sign` above its door. */
export function EmptyPlace({
  slug,
  sign,
  children,
}: {
  slug: string;
  sign: string;
  children: ReactNode;
}) {
  return (
    <div className="mt-8 grid items-center gap-6 sm:grid-cols-[1fr_18rem] lg:grid-cols-[1fr_24rem]">
      <div>{children}</div>
      <div className="overflow-hidden rounded-md border-[1.5px] border-rule">
        {storefront(slug, sign)}
      </div>
    </div>
  );
}
