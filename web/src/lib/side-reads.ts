import { createContext, useContext } from "react";

/** A read that only a section rests on, where its answer is not there: on its way, or failed. */
export interface SideRead {
  failed: boolean;
  again(): void;
}

/** By the read's name in the route table. */
export const SideReadsContext = createContext<Readonly<Record<string, SideRead>>>({});

export const useSideRead = (name: string): SideRead | undefined =>
  useContext(SideReadsContext)[name];
