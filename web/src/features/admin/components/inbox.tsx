import {
  type KeyboardEvent,
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useCounts } from "../../../components/admin/use-counts.ts";
import { useApi } from "../../../kit/api.ts";
import { Async, Empty } from "../../../kit/states.tsx";
import { TabLinks } from "../../../kit/tab-links.tsx";
import { millisUntil } from "../../../kit/time.ts";
import { paths, withQuery } from "../../../lib/paths.ts";
import { ageText, decisionsOf, holds, keyOf, nameOf, type Waiting } from "./inbox-decisions.ts";
import { InboxItem } from "./inbox-item.tsx";
import { focusSearch } from "./list-keys.tsx";
import { ShortcutHelp, useShortcuts } from "./shortcuts.tsx";
import { INBOX, useInboxWork } from "./use-inbox-work.ts";
import { useTypedSearch } from "./use-typed-search.ts";

interface Query {
  search: string;
  /** Only items of this kind. */
  kind: string;
}

/** Pending items, oldest first. Decided ones stay, marked, until the inbox is reloaded. */
export function Inbox({ query }: { query: Query }) {
  const inbox = useApi(INBOX);
  const { refetch } = inbox;
  return (
    <Async result={inbox} what="the inbox">
      {({ items, more }) => <Items loaded={items} more={more} reload={refetch} query={query} />}
    </Async>
  );
}

const hrefOf = (query: Query) => withQuery(paths.admin(), { ...query });

/** As many of a kind are loaded before the next ones are asked for. */
const FEW = 20;
/** Pictures of the next items are loaded ahead. */
const AHEAD = 3;

/** Without the "Z", so that a time with fractions of a second comes after the one without. */
const placeOf = ({ since, id }: Waiting) => `${since.slice(0, -1)} ${id}`;

/** The server's order, in which a decided item keeps its place. */
const asListed = (a: Waiting, b: Waiting) => (placeOf(a) < placeOf(b) ? -1 : 1);

/** Whether two people claim one shop. */
const isRival = (item: Waiting, one: Waiting) =>
  item.kind === "claim" &&
  one.kind === "claim" &&
  one.id !== item.id &&
  one.shopSlug === item.shopSlug;

interface ItemsProps {
  loaded: Waiting[];
  /** Kinds with more items than are loaded. */
  more: string[];
  reload: () => unknown;
  query: Query;
}

function Items({ loaded, more, reload, query }: ItemsProps) {
  const [openKey, setOpenKey] = useState<string | null>(null);
  const { typed, props: searchBox } = useTypedSearch(query.search, (search) =>
    hrefOf({ ...query, search }),
  );
  const work = useInboxWork((item) => {
    const at = items.findIndex((one) => keyOf(one) === keyOf(item));
    const others = [...items.slice(at + 1), ...items.slice(0, at)];
    const next = others.find(isOpen);
    if (next) setOpenKey((shown) => (shown === keyOf(item) ? keyOf(next) : shown));
  });
  const { verdicts } = work;
  const isOpen = (item: Waiting) => !verdicts.has(keyOf(item));
  const known = new Set(loaded.map(keyOf));
  const gone = [...verdicts.values()].map(({ item }) => item).filter((it) => !known.has(keyOf(it)));
  const all = [...gone, ...loaded].sort(asListed);
  const items = all.filter(
    (item) => (query.kind === "" || item.kind === query.kind) && holds(item, typed),
  );
  const current =
    items.find((item) => keyOf(item) === openKey) ?? items.find(isOpen) ?? items[0] ?? null;
  const currentKey = current && keyOf(current);
  // Items that arrive later don't move another one under the keys.
  useEffect(() => {
    setOpenKey((shown) => shown ?? currentKey);
  }, [currentKey]);
  const at = current ? items.indexOf(current) : 0;
  useAhead(items.slice(at + 1).filter(isOpen));
  const isLow = more.some(
    (kind) => loaded.filter((item) => item.kind === kind && isOpen(item)).length < FEW,
  );
  useEffect(() => {
    if (isLow) void reload();
  }, [isLow, reload]);

  const step = (by: number) => {
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))];
    if (next) setOpenKey(keyOf(next));
  };
  const openItem = current && isOpen(current) ? current : null;
  const decisions = openItem ? decisionsOf(openItem) : undefined;
  const shortcuts = useShortcuts({
    j: ["Next", () => step(1)],
    k: ["Previous", () => step(-1)],
    a: ["Approve", () => openItem && work.approve(openItem, decisions?.approve)],
    s: ["Same shop", () => openItem && work.approve(openItem, decisions?.same)],
    r: ["Reject", () => openItem && void work.reject(openItem)],
    u: ["Undo the last decision", () => void work.undo()],
    "/": ["Search", focusSearch],
  });
  const isWide = useWide();
  const [list, sheet] = useFollowing(currentKey, isWide);

  if (all.length === 0)
    return (
      <Empty
        action={
          <a className="button button-small" href={paths.adminShops()}>
            Go to the coffee shops
          </a>
        }
      >
        You're all caught up.
      </Empty>
    );
  const item = current && (
    <InboxItem
      ref={sheet}
      item={current}
      verdict={verdicts.get(keyOf(current))?.verb}
      rivals={all.filter((one) => isRival(current, one) && isOpen(one))}
      onOpen={(one) => setOpenKey(keyOf(one))}
      onDone={(verb) => work.note(current, verb)}
      onApprove={(decision) => work.approve(current, decision)}
      onReject={() => void work.reject(current)}
    />
  );
  return (
    <div className="inbox">
      {work.dialog}
      <div className="inbox-filters">
        <label>
          <span className="sr-only">Search the inbox</span>
          <input type="search" className="field" placeholder="Search the inbox" {...searchBox} />
        </label>
        <Kinds query={query} />
      </div>
      {items.length === 0 && (
        <Empty
          action={
            <a className="button button-small" href={paths.admin()}>
              Show all
            </a>
          }
        >
          Nothing in the inbox matches.
        </Empty>
      )}
      <div className="inbox-panes">
        <ul ref={list} aria-label="Waiting" onKeyDown={onArrows(step)}>
          {items.map((one) => (
            <li key={keyOf(one)}>
              <Row
                item={one}
                verdict={verdicts.get(keyOf(one))?.verb}
                isCurrent={keyOf(one) === currentKey}
                onOpen={setOpenKey}
              />
              {/* On phones, the item opens below its line; on wide screens, next to the list. */}
              {!isWide && keyOf(one) === currentKey && item}
            </li>
          ))}
        </ul>
        {isWide && item}
      </div>
      {more.length > 0 && (
        <p className="mt-4 text-[0.9375rem] text-soft">
          Only the 200 oldest of each kind are listed. The others follow as you decide.
        </p>
      )}
      <ShortcutHelp shortcuts={shortcuts} />
    </div>
  );
}

const ARROWS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys go from line to line, as `j` and `k` do. */
const onArrows = (step: (by: number) => void) => (event: KeyboardEvent) => {
  const by = ARROWS[event.key];
  if (!by || !(event.target instanceof Element && event.target.closest(".inbox-row"))) return;
  event.preventDefault();
  step(by);
};

/** The kinds that wait, with their numbers. */
function Kinds({ query }: { query: Query }) {
  const counts = useCounts();
  if (!counts) return null;
  const kinds = Object.keys(counts.kinds).map((kind) => ({ kind, name: nameOf(kind) }));
  kinds.sort((a, b) => (a.name < b.name ? -1 : 1));
  return (
    <TabLinks
      label="Kinds"
      tabs={[
        { text: "All", href: hrefOf({ ...query, kind: "" }), count: counts.total },
        ...kinds.map(({ kind, name }) => ({
          text: name,
          href: hrefOf({ ...query, kind }),
          count: counts.kinds[kind]?.count ?? 0,
        })),
      ]}
      current={hrefOf(query)}
    />
  );
}

interface RowProps {
  item: Waiting;
  verdict: string | undefined;
  isCurrent: boolean;
  onOpen: (key: string) => void;
}

/** A line of the list. Tab goes from the current one to its item, so the others are reached with the arrow keys. */
const Row = memo(({ item, verdict, isCurrent, onOpen }: RowProps) => (
  <button
    type="button"
    aria-current={isCurrent}
    tabIndex={isCurrent ? 0 : -1}
    className="inbox-row"
    onClick={() => onOpen(keyOf(item))}
  >
    <span className="inbox-row-kind">
      <span>{nameOf(item.kind)}</span>
      <span>{verdict ?? ageText(-millisUntil(item.since))}</span>
    </span>
    <span className={verdict ? "line-through" : ""}>{item.title}</span>
  </button>
));

const WIDE = "(min-width: 64rem)";

const useWide = () =>
  useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(WIDE);
      media.addEventListener("change", changed);
      return () => media.removeEventListener("change", changed);
    },
    () => window.matchMedia(WIDE).matches,
  );

/** Keeps the current line in view, and the focus with it: on the line, or on the item whose button was pressed. */
function useFollowing(current: string | null, isWide: boolean) {
  const list = useRef<HTMLUListElement>(null);
  const sheet = useRef<HTMLElement>(null);
  const before = useRef(current);
  useLayoutEffect(() => {
    if (before.current === current || before.current === null) {
      before.current = current;
      return;
    }
    before.current = current;
    const row = list.current?.querySelector<HTMLElement>("[aria-current=true]");
    row?.scrollIntoView({ block: isWide ? "nearest" : "start" });
    const { activeElement } = document;
    if (activeElement?.closest(".inbox-row")) row?.focus({ preventScroll: true });
    else if (sheet.current?.dataset.pressed !== undefined)
      sheet.current.querySelector<HTMLElement>("h3")?.focus({ preventScroll: true });
    sheet.current?.scrollTo(0, 0);
    delete sheet.current?.dataset.pressed;
  });
  return [list, sheet] as const;
}

/** Loads the pictures of the next items, so that each is there when its item is. */
function useAhead(next: Waiting[]) {
  const pictures = next.slice(0, AHEAD).flatMap(({ photoUrl }) => photoUrl ?? []);
  const all = pictures.join("\n");
  useEffect(() => {
    for (const picture of all.split("\n")) if (picture !== "") new Image().src = picture;
  }, [all]);
}
