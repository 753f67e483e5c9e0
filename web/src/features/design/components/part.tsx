import type { ReactNode } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="ruled mb-5 font-bold text-2xl">{title}</h2>
      {children}
    </section>
  );
}
