import { attempt } from "../../kit/attempt.ts";
import { inMillis, millisUntil } from "../../kit/time.ts";

/** An act of the administrator in this tab that can be undone. */
export interface OwnAct {
  /** ID of its audit log entry. */
  entry: string;
  /** What it was: "Approved: The Copper Kettle". */
  title: string;
  /** Until when it stays listed on the screen; absent if only its message offers to undo it. */
  until?: string;
}

const PLACE = "own-acts";
/** Nobody takes back more with a key. */
const MOST = 50;

const listeners = new Set<() => void>();
let version = 0;

/** For `useSyncExternalStore`: calls `listener` after every change of these acts. */
export function onActs(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Another one after every change. */
export const actsVersion = () => version;

function changed() {
  version += 1;
  for (const listener of listeners) listener();
}

/** The acts made in this tab, the latest last. They survive a reload, and nobody else's are among them. */
export function ownActs(): OwnAct[] {
  const kept = attempt<unknown>(() => JSON.parse(sessionStorage.getItem(PLACE) ?? "[]"), []);
  return Array.isArray(kept) ? kept : [];
}

function write(acts: OwnAct[]) {
  attempt(() => sessionStorage.setItem(PLACE, JSON.stringify(acts)), undefined);
  changed();
}

/** How often each act is hidden from the list: its own message offers the same, or it is being undone. */
const hidden = new Map<string, number>();

/** Keeps an act out of the list until what is returned is called. */
export function hideAct(entry: string): () => void {
  const count = (by: number) => {
    hidden.set(entry, (hidden.get(entry) ?? 0) + by);
    changed();
  };
  count(1);
  return () => count(-1);
}

/**
 * Remembers an act, and has it listed for `held` ms if that is given, apart from the time in which it has a message of its own.
 * Returns what ends that time.
 */
export function rememberAct({ entry, title }: OwnAct, held?: number): () => void {
  const gone = hideAct(entry);
  const until = held === undefined ? {} : { until: inMillis(held) };
  write([...ownActs(), { entry, title, ...until }].slice(-MOST));
  return gone;
}

/** The acts to list, of which the first one's time ends first. */
export const heldActs = () =>
  ownActs().filter(
    ({ entry, until }) => until !== undefined && millisUntil(until) > 0 && !hidden.get(entry),
  );

export const forgetAct = (entry: string) => write(ownActs().filter((act) => act.entry !== entry));

export function forgetActs() {
  attempt(() => sessionStorage.removeItem(PLACE), undefined);
  changed();
}

type Undone = (entries: readonly string[]) => void;

const undoneListeners = new Set<Undone>();

/** Calls `listener` with the entries of acts that were undone, once the screens show it. */
export function onUndone(listener: Undone): () => void {
  undoneListeners.add(listener);
  return () => void undoneListeners.delete(listener);
}

export const tellUndone: Undone = (entries) => {
  for (const listener of undoneListeners) listener(entries);
};
