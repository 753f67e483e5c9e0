import { attempt } from "../../kit/attempt.ts";

/** An act of the administrator in this tab that can be undone. */
export interface OwnAct {
  /** ID of its audit log entry. */
  entry: string;
  /** What it was: "Approved: The Copper Kettle". */
  title: string;
}

const PLACE = "own-acts";
/** Nobody takes back more with a key. */
const MOST = 50;

/** The acts made in this tab, the latest last. They survive a reload, and nobody else's are among them. */
export function ownActs(): OwnAct[] {
  const kept = attempt<unknown>(() => JSON.parse(sessionStorage.getItem(PLACE) ?? "[]"), []);
  return Array.isArray(kept) ? kept : [];
}

const write = (acts: OwnAct[]) =>
  attempt(() => sessionStorage.setItem(PLACE, JSON.stringify(acts)), undefined);

export const rememberAct = (act: OwnAct) => write([...ownActs(), act].slice(-MOST));

export const forgetAct = (entry: string) => write(ownActs().filter((act) => act.entry !== entry));

export const forgetActs = () => attempt(() => sessionStorage.removeItem(PLACE), undefined);
