import type { ReactNode } from "react";

/** An error message. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md border-[1.5px] border-red bg-raised px-4 py-3 text-red">
      {children}
    </div>
  );
}
