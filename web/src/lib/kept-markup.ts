import { createContext, type ReactNode } from "react";

/** Renders `draw` to HTML; for a key that was rendered before, returns the earlier HTML. */
export type KeepMarkup = (key: string, draw: () => ReactNode) => string;

/**
 * Provided by the server for lists with items that are rendered again and again: when one shop changes, nearly all of a
 * town's cards stay the same. Everything that an item shows must be in its key. In the browser there is none, and React
 * renders.
 */
export const KeptMarkupContext = createContext<KeepMarkup | null>(null);
