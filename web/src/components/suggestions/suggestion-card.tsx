import { useId, useState } from "react";
import { ApiError } from "../../api/client.ts";
import { messageOf } from "../../kit/api.ts";
import {
  Compared,
  DifferenceList,
  realDifferences,
} from "../../kit/differences/difference-list.tsx";
import { agoText, momentText } from "../../kit/time.ts";
import { useAction } from "../../kit/use-action.ts";
import { paths } from "../../lib/paths.ts";
import { differencesOf, STATUS, type Suggestion, sentenceOf, verbsOf } from "./words.ts";

/** What a decision can include. */
export interface DecisionWords {
  answer: string;
  remember: boolean;
}

/** How the deciding person submits a decision. */
export interface Decider {
  accept: (
    suggestion: Suggestion,
    words: DecisionWords & { fields: string[] | null },
  ) => Promise<Suggestion>;
  reject: (suggestion: Suggestion, words: DecisionWords) => Promise<Suggestion>;
  /** Undoes the decision, and says whether it could. */
  undo: (suggestion: Suggestion) => Promise<void>;
  /** Called after each decision. */
  changed: (title: string, decided: Suggestion | null) => void;
}

interface CardProps {
  suggestion: Suggestion;
  decider: Decider;
  /** Shows the shop's name, for lists with several. */
  withShop?: boolean;
  heading?: "h3" | "h4";
}

/** A visitor's suggestion about a shop: old next to new values, and the decision. */
export function SuggestionCard({ suggestion, decider, withShop, heading = "h3" }: CardProps) {
  const { shop, kind, createdAt, notes, status } = suggestion;
  const Title = heading;
  const id = useId();
  // What is typed stays when the shop changes meanwhile.
  const [words, setWords] = useState<DecisionWords>({ answer: "", remember: false });
  return (
    <article aria-labelledby={id} className="rounded-md border border-line bg-raised p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <Title id={id} className="font-semibold text-lg">
          {withShop ? `${shop.name}, ${shop.town}` : sentenceOf(suggestion)}
        </Title>
        <span className={`badge ${status === "open" ? "badge-amber" : ""}`}>{STATUS[status]}</span>
      </div>
      {withShop && <p className="mt-1">{sentenceOf(suggestion)}</p>}
      <p className="mt-1 text-[0.9375rem] text-soft">
        {`${momentText(createdAt)}${withShop && status === "open" ? `, waits for the ${suggestion.waitsFor}` : ""}`}
        {withShop && shop.isListed && (
          <>
            {" · "}
            <a className="link" href={paths.shop(shop.slug)} target="_blank" rel="noreferrer">
              View Shop<span className="sr-only"> {shop.name}</span>
            </a>
          </>
        )}
      </p>
      {notes.map((note) => (
        <blockquote
          key={note}
          className="mt-3 max-w-text whitespace-pre-line break-words border-rule border-l-4 pl-4"
        >
          {note}
        </blockquote>
      ))}
      {status === "open" ? (
        <Decision
          key={shop.version}
          suggestion={suggestion}
          decider={decider}
          words={words}
          setWords={setWords}
        />
      ) : (
        <Decided suggestion={suggestion} decider={decider} />
      )}
      {kind === "closed" && status === "open" && suggestion.reports >= 3 && (
        <p className="mt-3 text-[0.9375rem] text-soft">
          Until you decide, the page says “Reported closed, unconfirmed”.
        </p>
      )}
    </article>
  );
}

interface PartProps {
  suggestion: Suggestion;
  decider: Decider;
}

interface DecisionProps extends PartProps {
  words: DecisionWords;
  setWords: (words: DecisionWords) => void;
}

function Decision({ suggestion, decider, words, setWords }: DecisionProps) {
  const { kind, shop, createdAt, differences: facts, wantsAnswer } = suggestion;
  const id = useId();
  const differences = differencesOf(facts, { source: "A visitor", age: agoText(createdAt) });
  const real = realDifferences(differences);
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(
    () => new Set(real.map(({ field }) => field)),
  );
  const verbs = verbsOf(suggestion, accepted.size);
  const failed = { title: "Couldn't save the decision", text: "Please try again." };
  const accept = useAction(
    () => {
      const isWhole = accepted.size === facts.length;
      const fields = facts.length === 0 || isWhole ? null : [...accepted];
      return decider.accept(suggestion, { ...words, fields }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 409)
          decider.changed(messageOf(error, "This has changed since you opened it."), null);
        throw error;
      });
    },
    { done: (after) => decider.changed(STATUS[after.status], after), failed },
  );
  const reject = useAction(() => decider.reject(suggestion, words), {
    done: (after) => decider.changed(verbs.reject, after),
    failed,
  });
  const busy = accept.busy || reject.busy;
  const isNothing = facts.length > 0 && accepted.size === 0;
  const whose = <span className="sr-only">{`: ${shop.name}`}</span>;
  return (
    <>
      {facts.length > 0 && (
        <div className="mt-4">
          <DifferenceList differences={differences} accepted={accepted} onAccept={setAccepted} />
        </div>
      )}
      {wantsAnswer && (
        <div className="field-block mt-4">
          <label htmlFor={`${id}-answer`} className="field-label">
            Note to the sender
            <span className="field-need">optional</span>
          </label>
          <textarea
            id={`${id}-answer`}
            className="field field-area"
            rows={2}
            value={words.answer}
            onChange={({ target }) => setWords({ ...words, answer: target.value })}
          />
        </div>
      )}
      {kind === "chain" && (
        <label className="choice mt-4">
          <input
            type="checkbox"
            checked={words.remember}
            onChange={({ target }) => setWords({ ...words, remember: target.checked })}
          />
          <span>{`Remember it for every shop named ${shop.name}`}</span>
        </label>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <button
          type="button"
          data-key="a"
          className="button button-small button-primary"
          aria-disabled={busy}
          disabled={isNothing}
          onClick={() => !busy && void accept.start(undefined)}
        >
          {verbs.accept}
          {whose}
        </button>
        <button
          type="button"
          data-key="r"
          className="button button-small"
          aria-disabled={busy}
          onClick={() => !busy && void reject.start(undefined)}
        >
          {verbs.reject}
          {whose}
        </button>
      </div>
    </>
  );
}

function Decided({ suggestion, decider }: PartProps) {
  const { differences, answer, decidedAt, canUndo, shop } = suggestion;
  const undo = useAction(() => decider.undo(suggestion), {
    failed: { title: "Couldn't undo", text: "Please try again." },
  });
  const taken = differences.filter(({ wasAccepted }) => wasAccepted);
  const shown = differencesOf(taken.length > 0 ? taken : differences, { source: "", age: "" });
  return (
    <>
      {shown.length > 0 && (
        <details className="differences mt-3">
          <summary className="cursor-pointer text-blue">
            {taken.length > 0 ? "Changes made to the page" : "Suggested changes"}
          </summary>
          <ul>
            {shown.map(({ field, label, now, suggested }) => (
              <li key={field}>
                <h4>{label}</h4>
                <Compared
                  now={now}
                  suggested={suggested}
                  titles={["On the page now", "Suggested"]}
                />
              </li>
            ))}
          </ul>
        </details>
      )}
      {answer && <p className="mt-3 max-w-text whitespace-pre-line">{`Answer: ${answer}`}</p>}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {decidedAt && (
          <span className="text-[0.9375rem] text-soft">{`Decided ${momentText(decidedAt)}`}</span>
        )}
        {canUndo && (
          <button
            type="button"
            className="button button-small"
            aria-disabled={undo.busy}
            onClick={() => void undo.start(undefined)}
          >
            {undo.busy ? "Undoing..." : "Undo"}
            <span className="sr-only">{`: ${shop.name}`}</span>
          </button>
        )}
      </div>
    </>
  );
}
