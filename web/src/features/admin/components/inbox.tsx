import { useEffect, useId, useRef, useState } from "react";
import { rememberAct } from "../../../components/admin/own-acts.ts";
import { adminPaths } from "../../../components/admin/paths.ts";
import { useUndo, useUndoLast } from "../../../components/admin/use-undo.ts";
import { messageOf, useApi, useRefresh } from "../../../kit/api.ts";
import { useSignedIn } from "../../../kit/session.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { millisUntil, momentText } from "../../../kit/time.ts";
import { paths, withQuery } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";
import { sourceText, whyAsked } from "./import-words.ts";
import {
  type Answered,
  ageText,
  type Decision,
  decisionsOf,
  type Spoken,
  type Waiting,
} from "./inbox-decisions.ts";
import { focusSearch } from "./list-keys.tsx";
import { ShortcutHelp, useShortcuts } from "./shortcuts.tsx";
import { useReason } from "./use-reason.tsx";
import { useTypedSearch } from "./use-typed-search.ts";

/** Pending items, oldest first. Decided ones stay, marked, until the inbox is reloaded. */
export function Inbox({ search }: { search: string }) {
  const inbox = useApi("/api/admin/inbox");
  return (
    <Async result={inbox} what="the inbox">
      {({ items, more }) => <Items loaded={items} hasMore={more.length > 0} search={search} />}
    </Async>
  );
}

const hrefOf = (search: string) => withQuery(paths.admin(), { search });

const keyOf = ({ kind, id }: Waiting) => `${kind}-${id}`;

/** Whether the item's text contains all words of a search. */
function holds(item: Waiting, typed: string) {
  const text = `${decisionsOf(item)?.name ?? item.kind} ${item.title} ${item.text}`.toLowerCase();
  const words = typed.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

interface ItemsProps {
  loaded: Waiting[];
  hasMore: boolean;
  search: string;
}

function Items({ loaded, hasMore, search }: ItemsProps) {
  const [decided, setDecided] = useState<ReadonlyMap<string, { item: Waiting; verb: string }>>(
    new Map(),
  );
  const [openKey, setOpenKey] = useState<string | null>(null);
  const { typed, props: searchBox } = useTypedSearch(search, hrefOf);
  const known = new Set(loaded.map(keyOf));
  const gone = [...decided.values()].map(({ item }) => item).filter((it) => !known.has(keyOf(it)));
  const all = [...gone, ...loaded].sort((a, b) => (a.since < b.since ? -1 : 1));
  const items = all.filter((item) => holds(item, typed));
  const isOpen = (item: Waiting) => !decided.has(keyOf(item));
  const current =
    items.find((item) => keyOf(item) === openKey) ?? items.find(isOpen) ?? items[0] ?? null;
  const work = useWork(
    (item, verb) => {
      setDecided((before) => new Map(before).set(keyOf(item), { item, verb }));
      const next = items.find((other) => keyOf(other) !== keyOf(item) && isOpen(other));
      // Whoever has gone on to another item meanwhile stays there.
      if (next) setOpenKey((shown) => (shown === keyOf(item) ? keyOf(next) : shown));
    },
    () => setDecided(new Map()),
  );

  const currentKey = current && keyOf(current);
  // Items that arrive later don't move another one under the keys.
  useEffect(() => {
    setOpenKey((shown) => shown ?? currentKey);
  }, [currentKey]);
  const step = (by: number) => {
    const at = items.findIndex((item) => current !== null && keyOf(item) === keyOf(current));
    const next = items[Math.min(items.length - 1, Math.max(0, at + by))];
    if (next) setOpenKey(keyOf(next));
  };
  const openItem = current && isOpen(current) ? current : null;
  const shortcuts = useShortcuts({
    j: ["Next", () => step(1)],
    k: ["Previous", () => step(-1)],
    a: ["Approve", () => openItem && void work.approve(openItem)],
    r: ["Reject", () => openItem && void work.reject(openItem)],
    u: ["Undo the last decision", () => void work.undo()],
    "/": ["Search", focusSearch],
  });

  const sheet = current && (
    <Sheet
      item={current}
      verdict={decided.get(keyOf(current))?.verb}
      busy={work.busy}
      onApprove={(decision) => void work.approve(current, decision)}
      onReject={() => void work.reject(current)}
    />
  );
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
  return (
    <>
      {work.dialog}
      <label className="mb-4 block max-w-96">
        <span className="field-label">Search the inbox</span>
        <input type="search" className="field" {...searchBox} />
      </label>
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
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <ul className="grid gap-2" aria-label="Waiting">
          {items.map((item) => {
            const verdict = decided.get(keyOf(item))?.verb;
            const isCurrent = current !== null && keyOf(item) === keyOf(current);
            return (
              <li key={keyOf(item)}>
                <button
                  type="button"
                  aria-current={isCurrent}
                  className={`w-full rounded-md border bg-raised p-3 text-left ${
                    isCurrent ? "border-blue border-l-4" : "border-line"
                  }`}
                  onClick={() => setOpenKey(keyOf(item))}
                >
                  <span className="flex justify-between gap-2 text-[0.875rem] text-soft">
                    <span>{decisionsOf(item)?.name ?? item.kind}</span>
                    <span>{verdict ?? ageText(-millisUntil(item.since))}</span>
                  </span>
                  <span className={`block font-semibold ${verdict ? "line-through" : ""}`}>
                    {item.title}
                  </span>
                </button>
                {/* On phones, the sheet opens below its line; on wide screens, next to the list. */}
                {isCurrent && <div className="mt-2 lg:hidden">{sheet}</div>}
              </li>
            );
          })}
        </ul>
        <div className="hidden lg:sticky lg:top-4 lg:block">{sheet}</div>
      </div>
      {hasMore && (
        <p className="mt-4 text-[0.9375rem] text-soft">
          Only the 200 oldest of each kind are listed. The others follow as you decide.
        </p>
      )}
      <ShortcutHelp shortcuts={shortcuts} />
    </>
  );
}

interface SheetProps {
  item: Waiting;
  verdict: string | undefined;
  busy: boolean;
  onApprove: (decision: Decision) => void;
  onReject: () => void;
}

function Sheet({ item, verdict, busy, onApprove, onReject }: SheetProps) {
  const decisions = decisionsOf(item);
  const id = useId();
  return (
    <article className="rounded-md border border-line bg-raised p-5" aria-labelledby={id}>
      <p className="text-[0.9375rem] text-soft">
        {`${decisions?.name ?? item.kind}, waiting since ${momentText(item.since)}`}
      </p>
      <h3 id={id} className="mt-1 font-bold text-xl">
        {item.title}
      </h3>
      <p className="mt-3 max-w-text whitespace-pre-line break-words">{textOf(item)}</p>
      {item.photoUrl && (
        <img
          src={item.photoUrl}
          alt={`Part of the decision: ${item.title}`}
          width={480}
          height={300}
          className="mt-3 aspect-[16/10] w-full max-w-[30rem] rounded object-contain"
        />
      )}
      {item.shopSlug && (
        <p className="mt-3">
          <a className="link" href={paths.shop(item.shopSlug)} target="_blank" rel="noreferrer">
            View Shop
          </a>
        </p>
      )}
      {item.kind === "import" && (
        <p className="mt-3">
          <a className="link" href={adminPaths.importQuestions()}>
            {item.shopSlug ? "Compare the two" : "View the record"}
          </a>
        </p>
      )}
      {verdict ? (
        <p
          role="status"
          className="mt-4 inline-block -rotate-2 border-2 border-blue px-3 py-1 font-bold text-blue"
        >
          {verdict}
        </p>
      ) : (
        decisions && (
          <div className="mt-5 flex flex-wrap gap-3">
            {[decisions.approve, ...(decisions.others ?? [])].map((decision, index) => (
              <button
                key={decision.verb}
                type="button"
                className={index === 0 ? "button button-primary" : "button"}
                aria-disabled={busy}
                onClick={() => onApprove(decision)}
              >
                {decision.verb}
              </button>
            ))}
            {decisions.reject && (
              <button type="button" className="button" aria-disabled={busy} onClick={onReject}>
                {decisions.reject.verb}
              </button>
            )}
          </div>
        )
      )}
    </article>
  );
}

/** Why someone has to decide about a record, in plain words. */
function textOf({ record, text }: Waiting): string {
  if (!record) return text;
  const why = whyAsked(record);
  return `${why.title}. ${why.text}\nFrom ${sourceText(record.source)}`;
}

/** How long the removal of a shop can be taken back before its emails are sent (ms). */
const HELD = 30_000;

/** Makes decisions, one at a time. */
function useWork(onDecided: (item: Waiting, verb: string) => void, onUndone: () => void) {
  const toast = useToast();
  const signedIn = useSignedIn();
  const refresh = useRefresh();
  const undoEntry = useUndo();
  const undoLast = useUndoLast();
  const [dialog, askReason] = useReason();
  const [busy, setBusy] = useState(false);
  const isBusy = useRef(false);
  const latest = useRef({ onDecided, onUndone });
  useEffect(() => {
    latest.current = { onDecided, onUndone };
  });

  const undo = async (entry?: string, title?: string) => {
    await (entry ? undoEntry(entry, title) : undoLast());
    latest.current.onUndone();
  };
  const run = async (
    item: Waiting,
    { verb, done, removesShop }: Spoken,
    decide: () => Promise<Answered>,
  ) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setBusy(true);
    try {
      const answer = await signedIn(decide);
      latest.current.onDecided(item, verb);
      const entry = answer?.entry;
      const title = `${done ?? verb}: ${item.title}`;
      if (entry) rememberAct({ entry, title });
      toast({
        title,
        ...(removesShop ? { duration: HELD } : {}),
        ...(entry ? { action: { text: "Undo", run: () => void undo(entry, title) } } : {}),
      });
      void refresh("/api/admin/");
    } catch (error) {
      const text = messageOf(error, "Please try again.");
      toast({ title: "Not decided", text, destructive: true });
      void refresh("/api/admin/inbox");
    } finally {
      isBusy.current = false;
      setBusy(false);
    }
  };
  const approve = async (item: Waiting, decision = decisionsOf(item)?.approve) => {
    if (decision) await run(item, decision, () => decision.run(item));
  };
  const reject = async (item: Waiting) => {
    const decision = decisionsOf(item)?.reject;
    if (!decision) return;
    const { verb, reason: wanted } = decision;
    const reason =
      wanted === "none"
        ? ""
        : await askReason({
            title: `${verb}: ${item.title}`,
            text: "We email the reason if we have an address.",
            verb,
            required: wanted === "required",
          });
    if (reason !== null) await run(item, decision, () => decision.run(item, reason));
  };
  return { dialog, busy, approve, reject, undo };
}
