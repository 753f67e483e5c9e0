import type { Question } from "./import-words.ts";
import { likelyAnswer } from "./question-words.ts";
import type { useDecisions } from "./use-decisions.ts";

interface AnswersProps {
  question: Question;
  decisions: ReturnType<typeof useDecisions>;
  /** The facts that the shop would take. */
  accepted: ReadonlySet<string>;
  count: number;
}

/** The three answers; the likely one comes first and is the primary. */
export function Answers({ question, decisions, accepted, count }: AnswersProps) {
  const { name, similarSlug } = question;
  const { add, refuse, join, isBusy } = decisions;
  const likely = likelyAnswer(question);
  const same =
    count === 0 ? (
      "Same shop"
    ) : (
      <>
        <span className="max-md:sr-only">{`Same shop, add ${accepted.size} of ${count} details`}</span>
        <span className="md:hidden" aria-hidden>
          Same shop
        </span>
      </>
    );
  const answers = [
    {
      answer: "refuse",
      letter: "r",
      text: "Leave out",
      run: () => refuse.start(undefined),
    },
    {
      answer: "accept",
      letter: "a",
      text: "Add as new",
      run: () => add.start(undefined),
    },
    ...(similarSlug
      ? [
          {
            answer: "same",
            letter: "s",
            text: same,
            run: () => join.start({ shop: similarSlug, facts: [...accepted] }),
          } as const,
        ]
      : []),
  ] as const;
  const ordered = [...answers].sort(
    (a, b) => Number(b.answer === likely) - Number(a.answer === likely),
  );
  return (
    <div className="question-answers">
      {ordered.map(({ answer, letter, text, run }) => (
        <button
          key={answer}
          type="button"
          data-key={letter}
          className={`button button-small ${answer === likely ? "button-primary" : ""}`}
          aria-disabled={isBusy}
          onClick={() => !isBusy && void run()}
        >
          <span>
            {text}
            <span className="sr-only">{`: ${name}`}</span>
          </span>
        </button>
      ))}
    </div>
  );
}
