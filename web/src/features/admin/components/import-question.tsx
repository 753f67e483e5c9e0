import { type ReactNode, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { useDone } from "../../../components/admin/use-undo.ts";
import { call, useRefresh } from "../../../kit/api.ts";
import {
  Compared,
  type Difference,
  DifferenceList,
  realDifferences,
} from "../../../kit/differences/difference-list.tsx";
import { agoText, dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths } from "../../../lib/paths.ts";
import { changesOf, factsOf, type QuestionChange } from "./import-changes.ts";
import {
  apartText,
  hoursDoubt,
  type Question,
  safeAddress,
  sourceText,
  whyAsked,
} from "./import-words.ts";

interface Props {
  question: Question;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

/** A pending record next to the shop that it may duplicate, with the possible decisions. */
export function ImportQuestion({ question, isChosen, onChoose }: Props) {
  const { name, number, similarSlug, createdAt } = question;
  const why = whyAsked(question);
  const facts = factsOf(question);
  const [changes, setChanges] = useState<QuestionChange[]>([]);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
        <h3 className="font-semibold text-lg">{name}</h3>
        <label className="choice">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span>
            Choose<span className="sr-only">{`: ${name}`}</span>
          </span>
        </label>
      </div>
      <p className="mt-1 text-[0.9375rem] text-soft">
        {`Record ${number}, imported ${agoText(createdAt)}`}
      </p>
      <p className="mt-3">
        <span className="badge badge-amber mr-2">{why.title}</span>
        {why.text}
      </p>
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <Record question={question} />
        {similarSlug && <Shop question={question} slug={similarSlug} />}
      </div>
      <Hours question={question} />
      {changes.length > 0 && <Changed changes={changes} />}
      <Decision
        key={question.version}
        question={question}
        facts={facts}
        onStale={(now) => setChanges(changesOf(question, now))}
      />
    </>
  );
}

const TITLES = ["When you opened it", "Now"] as const;

/** What an import or an edit changed before the decision arrived. */
function Changed({ changes }: { changes: QuestionChange[] }) {
  return (
    <div role="alert" className="mt-4 rounded-md border-2 border-ink bg-amber-wash p-4">
      <p className="font-semibold">This has changed since you opened it. Nothing was decided.</p>
      <div className="differences">
        <ul>
          {changes.map(({ label, before, now }) => (
            <li key={label}>
              <h4>{label}</h4>
              <Compared now={before} suggested={now} titles={TITLES} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="min-w-0 break-words rounded-md bg-sunk p-4">
      <h4 className="text-[0.875rem] text-soft">{title}</h4>
      {children}
    </div>
  );
}

function Record({ question }: { question: Question }) {
  const { name, address, source, sourceId, sourceUrl, refreshedAt } = question;
  const page = safeAddress(sourceUrl);
  // Records of lists without IDs have a made-up one, which means nothing to anyone.
  const number = sourceId.includes("|") ? "" : `, ${sourceId}`;
  return (
    <Side title="Record that waits">
      <p className="font-semibold">{name}</p>
      <p>{address}</p>
      <p className="mt-2 text-[0.9375rem] text-soft">
        {`From ${sourceText(source)}${number}`}
        {refreshedAt && `, as of ${dayText(refreshedAt)}`}
      </p>
      {page && (
        <p className="mt-1">
          <a className="link" href={page} target="_blank" rel="noopener noreferrer nofollow">
            View the source record
            <span className="sr-only">{` of ${name} in a new window`}</span>
          </a>
        </p>
      )}
    </Side>
  );
}

function Shop({ question, slug }: { question: Question; slug: string }) {
  const { similarName, similarAddress, meters } = question;
  const name = similarName ?? slug;
  return (
    <Side title="Shop in the directory">
      <p className="font-semibold">{name}</p>
      <p>{similarAddress || "No address"}</p>
      <p className="mt-2 text-[0.9375rem] text-soft">
        {meters === null ? "Distance unknown" : apartText(meters)}
      </p>
      <p className="mt-1">
        <a className="link" href={paths.shop(slug)} target="_blank" rel="noreferrer">
          View Shop<span className="sr-only">{` ${name} in a new window`}</span>
        </a>
      </p>
    </Side>
  );
}

function Hours({ question }: { question: Question }) {
  const hours = question.differences.find(({ field }) => field === "hours")?.suggested;
  const doubt = hours && hoursDoubt(hours, question.repeatedDays);
  return doubt ? <p className="notice mt-4">{doubt}</p> : null;
}

interface DecisionProps {
  question: Question;
  facts: Difference[];
  /** The question has changed; `now` is the current one. */
  onStale: (now: Question) => void;
}

function Decision({ question, facts, onStale }: DecisionProps) {
  const { id, name, similarSlug } = question;
  const real = realDifferences(facts);
  // A shop's existing facts are only overwritten on request.
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(
    () => new Set(real.filter(({ now }) => now === "").map(({ field }) => field)),
  );
  const { add, refuse, join } = useDecisions(question, onStale);
  const isBusy = add.busy || refuse.busy || join.busy;
  const whose = <span className="sr-only">{`: ${name}`}</span>;
  // Name and address are above.
  const others = facts.filter(({ field }) => field !== "name" && field !== "address");
  return (
    <>
      {similarSlug ? (
        <div className="mt-4">
          <DifferenceList differences={facts} accepted={accepted} onAccept={setAccepted} />
        </div>
      ) : (
        others.length > 0 && (
          <dl className="mt-4 grid gap-x-6 gap-y-2 sm:grid-cols-2">
            {others.map(({ field, label, suggested }) => (
              <div key={field} className="min-w-0">
                <dt className="text-[0.875rem] text-soft">{label}</dt>
                <dd className="break-words">{suggested}</dd>
              </div>
            ))}
          </dl>
        )
      )}
      <div className="mt-4 flex flex-wrap items-end gap-3">
        {similarSlug && (
          <button
            type="button"
            data-key="s"
            className="button button-small button-primary"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void join.start({ shop: similarSlug, facts: [...accepted] })}
          >
            {real.length === 0 ? "Same shop" : `Same shop, take ${accepted.size} of ${real.length}`}
            {whose}
          </button>
        )}
        <button
          type="button"
          data-key="a"
          className={`button button-small ${similarSlug ? "" : "button-primary"}`}
          aria-disabled={isBusy}
          onClick={() => !isBusy && void add.start(undefined)}
        >
          Add as new{whose}
        </button>
        <button
          type="button"
          data-key="r"
          className="button button-small"
          aria-disabled={isBusy}
          onClick={() => !isBusy && void refuse.start(undefined)}
        >
          Leave it out{whose}
        </button>
      </div>
      <OtherShop id={id} whose={whose} busy={isBusy} onJoin={(shop) => void join.start({ shop })} />
    </>
  );
}

interface OtherProps {
  id: string;
  whose: ReactNode;
  busy: boolean;
  onJoin: (shop: string) => void;
}

function OtherShop({ id, whose, busy, onJoin }: OtherProps) {
  const [other, setOther] = useState("");
  const shop = other.trim();
  return (
    <details className="mt-4">
      <summary className="cursor-pointer text-blue">It's a different shop in the directory</summary>
      <p className="mt-2 text-[0.9375rem] text-soft">
        The shop keeps what it says; missing details are filled in from the record.
      </p>
      <div className="mt-2 flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <label htmlFor={`shop-${id}`} className="field-label">
            Slug or ID
          </label>
          <input
            id={`shop-${id}`}
            className="field"
            autoComplete="off"
            value={other}
            onChange={({ target }) => setOther(target.value)}
          />
        </div>
        <button
          type="button"
          className="button button-small"
          disabled={shop === ""}
          aria-disabled={busy}
          onClick={() => !busy && onJoin(shop)}
        >
          Same shop{whose}
        </button>
      </div>
    </details>
  );
}

/** The question as it is now, if a decision was refused because it has changed. */
function staleQuestion(error: unknown): Question | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const details: { kind?: unknown; current?: unknown } = error.details ?? {};
  return details.kind === "stale" ? (details.current as Question) : null;
}

/** Each shows a message with an undo action. */
function useDecisions({ id, name, version }: Question, onStale: (now: Question) => void) {
  const refresh = useRefresh();
  const done = useDone();
  const after = (title: string) => (answer: { entry: string | null }) => {
    done(title, answer.entry, name);
    void refresh("/api/");
  };
  const failed = { title: "Not decided", text: "Please try again." };
  const path = { id };
  const checked = async <T,>(decision: Promise<T>): Promise<T> => {
    try {
      return await decision;
    } catch (error) {
      const now = staleQuestion(error);
      if (now) onStale(now);
      throw error;
    }
  };
  const body = { version };
  const add = useAction(
    () => checked(call("post", "/api/admin/import-questions/{id}/accept", { path, body })),
    { done: after("Added"), failed },
  );
  const refuse = useAction(
    () => checked(call("post", "/api/admin/import-questions/{id}/refuse", { path, body })),
    { done: after("Left out"), failed },
  );
  const join = useAction(
    ({ shop, facts }: { shop: string; facts?: string[] }) =>
      checked(
        call("post", "/api/admin/import-questions/{id}/same-shop", {
          path,
          body: { shop, version, ...(facts ? { facts } : {}) },
        }),
      ),
    { done: after("Same shop"), failed },
  );
  return { add, refuse, join };
}
