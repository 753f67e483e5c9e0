import type { ReactNode } from "react";

interface Props {
  /** "No AI model is set up." */
  title: string;
  /** The settings to set. */
  children: ReactNode;
}

/** In place of buttons that can't work: what is missing, and what to set. */
export function NotSetUp({ title, children }: Props) {
  return (
    <div className="notice mb-5">
      <p className="font-bold">{title}</p>
      <p className="mt-2">{children}</p>
    </div>
  );
}
