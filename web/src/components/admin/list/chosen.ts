import { useCallback, useState } from "react";
import { attempt } from "../../../kit/attempt.ts";

/** Which rows of a list are chosen, over all its pages. */
export interface Chosen {
  /** All that match, but `ids`; otherwise `ids` alone. */
  all: boolean;
  ids: readonly string[];
}

const NONE: Chosen = { all: false, ids: [] };
const NAME = "chosen:";

/** What narrows a list, as one text. */
export const filterOf = (query: Record<string, string>) => JSON.stringify(query);

/** What was chosen in the list with this filter; it survives a look at another page. */
export function chosenIn(path: string, filter: string): Chosen {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(NAME + path) ?? "null"), null);
  return kept?.filter === filter ? { all: kept.all, ids: kept.ids } : NONE;
}

const keep = (path: string, filter: string, chosen: Chosen) =>
  attempt(
    () => sessionStorage.setItem(NAME + path, JSON.stringify({ filter, ...chosen })),
    undefined,
  );

/** How many are chosen of `total`. */
export const countChosen = ({ all, ids }: Chosen, total: number) =>
  all ? Math.max(0, total - ids.length) : ids.length;

/** The choice in a list. What is chosen belongs to what is listed: another filter begins anew. */
export function useChosen(path: string, filter: string) {
  const [state, setState] = useState(() => ({ filter, chosen: chosenIn(path, filter) }));
  if (state.filter !== filter) setState({ filter, chosen: NONE });
  const { chosen } = state;
  const choose = useCallback(
    (next: Chosen) => {
      keep(path, filter, next);
      setState({ filter, chosen: next });
    },
    [path, filter],
  );
  return {
    chosen,
    has: (id: string) => chosen.ids.includes(id) !== chosen.all,
    set: (ids: readonly string[], isChosen: boolean) => {
      const others = chosen.ids.filter((id) => !ids.includes(id));
      choose({ ...chosen, ids: isChosen === chosen.all ? others : [...others, ...ids] });
    },
    all: () => choose({ all: true, ids: [] }),
    none: () => choose(NONE),
  };
}
