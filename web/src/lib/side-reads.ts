import { createContext, useContext } from "react";

/** A section's read without a response: loading or failed. */
export interface SideRead {
  failed: boolean;
  again(): void;
}

/** By the read's name in the route table. */
export const SideReadsContext = createContext<Readonly<Record<string, SideRead>>>({});

export const useSideRead = (name: string): SideRead | undefined =>
  useContext(SideReadsContext)[name];
