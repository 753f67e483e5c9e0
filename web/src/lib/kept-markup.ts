import { createContext, type ReactNode } from "react";

/** Gives what `draw` draws as HTML; for a key that was drawn before, the text from then. */
export type KeepMarkup = (key: string, draw: () => ReactNode) => string;

/**
 * What the server lends to lists whose parts are drawn again and again: nearly all of a town's cards are as they were
 * when one shop changes. Whatever a part shows must be in its key. In the browser there is none, and React draws.
 */
export const KeptMarkupContext = createContext<KeepMarkup | null>(null);
