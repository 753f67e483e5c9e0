/** The last parts of a shop's screen, which load together. */
import { History } from "./history.tsx";
import { Ownership } from "./ownership.tsx";

export const lastParts = { History, Ownership };
