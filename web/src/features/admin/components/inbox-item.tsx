import { type KeyboardEvent, lazy, type Ref, Suspense, useId } from "react";
import { adminPaths } from "../../../components/admin/paths.ts";
import { momentText } from "../../../kit/time.ts";
import { paths } from "../../../lib/paths.ts";
import { buttonsOf, type Decision, nameOf, textOf, type Waiting } from "./inbox-decisions.ts";
import { MendAddress } from "./mend-address.tsx";

const InboxQuestion = lazy(() => import("./inbox-question.tsx"));

interface Props {
  ref: Ref<HTMLElement>;
  item: Waiting;
  verdict: string | undefined;
  /** Other claims to the same shop. */
  rivals: readonly Waiting[];
  onOpen: (item: Waiting) => void;
  /** It was decided by something of its own. */
  onDone: (verb: string) => void;
  onApprove: (decision: Decision) => void;
  onReject: () => void;
}

/** An item with its decisions, which come before everything that may be long. */
export function InboxItem(props: Props) {
  const { ref, item, verdict, rivals, onOpen, onDone, onApprove, onReject } = props;
  const id = useId();
  const why = useId();
  return (
    <article ref={ref} className="inbox-item" aria-labelledby={id} onKeyDown={onceForEachPress}>
      <p className="text-[0.9375rem] text-soft">
        {`${nameOf(item.kind)}, waiting since ${momentText(item.since)}`}
      </p>
      <h3 id={id} tabIndex={-1} className="outline-none">
        {item.title}
      </h3>
      {item.blocked && !verdict && (
        <p id={why} className="mt-2 font-semibold">
          {item.blocked}
        </p>
      )}
      {verdict ? (
        <p role="status" className="inbox-stamp">
          {verdict}
        </p>
      ) : (
        <div className="inbox-actions">
          {buttonsOf(item).map(({ key, verb, run }, index) => {
            const isBlocked = Boolean(run && item.blocked);
            return (
              <button
                key={verb}
                type="button"
                aria-keyshortcuts={key}
                aria-disabled={isBlocked}
                aria-describedby={isBlocked ? why : undefined}
                className={index === 0 ? "button button-primary" : "button"}
                onClick={({ currentTarget }) => {
                  if (isBlocked) return;
                  // The focus goes on to the next item (`useFollowing`).
                  currentTarget.closest("article")?.setAttribute("data-pressed", "");
                  if (run) onApprove(run);
                  else onReject();
                }}
              >
                {verb}
              </button>
            );
          })}
        </div>
      )}
      {rivals.length > 0 ? (
        <div className="mt-3 grid gap-x-6 gap-y-4 md:grid-cols-2">
          <section aria-label="This claim">
            <h4 className="font-semibold">This claim</h4>
            <p className="whitespace-pre-line break-words">{textOf(item)}</p>
          </section>
          {rivals.map((rival) => (
            <section
              key={rival.id}
              aria-label="Another claim"
              className="border-line border-l-2 pl-4"
            >
              <h4 className="font-semibold">
                <button type="button" className="text-button" onClick={() => onOpen(rival)}>
                  Another claim
                </button>
              </h4>
              <p className="whitespace-pre-line break-words">{textOf(rival)}</p>
            </section>
          ))}
        </div>
      ) : (
        <p className="mt-3 max-w-text whitespace-pre-line break-words">{textOf(item)}</p>
      )}
      {item.kind === "import" && !verdict && (
        <Suspense>
          <InboxQuestion key={item.id} id={item.id} />
        </Suspense>
      )}
      {item.kind === "mail" && !verdict && (
        <MendAddress key={item.id} item={item} onSent={() => onDone("Queued again")} />
      )}
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
            All import questions
          </a>
        </p>
      )}
    </article>
  );
}

/** A key that is held down on a button would press the next item's, too. */
function onceForEachPress(event: KeyboardEvent) {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
}
