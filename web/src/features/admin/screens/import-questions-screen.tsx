import { useState } from "react";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { differencesOf } from "../../../components/suggestions/words.ts";
import { type Answer, call, useApi, useRefresh } from "../../../kit/api.ts";
import { DifferenceList, realDifferences } from "../../../kit/differences/difference-list.tsx";
import { useSignedIn } from "../../../kit/session.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { TablePages } from "../../../kit/table.tsx";
import { agoText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { paths, withQuery } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useDone } from "../components/use-undo.ts";

type Question = Answer<"get", "/api/admin/import-questions">["questions"][number];
type Decided = Answer<"post", "/api/admin/import-questions/decide">;

/** Questions of a page. */
const PAGE_SIZE = 20;

/** Records that an import could not decide about. */
export default function ImportQuestionsScreen({ query: { page } }: { query: { page: number } }) {
  return (
    <AdminPage title="Import Questions" tab={adminPaths.importQuestions()}>
      <Questions page={page} />
    </AdminPage>
  );
}

function Questions({ page }: { page: number }) {
  const list = useApi("/api/admin/import-questions", { query: { page }, keep: true });
  return (
    <Async result={list} what="the questions">
      {({ questions, total }) =>
        questions.length === 0 ? (
          <Empty>No import questions.</Empty>
        ) : (
          <>
            <Page key={questions.map(({ id }) => id).join()} questions={questions} />
            <TablePages
              what="records"
              page={page}
              pageSize={PAGE_SIZE}
              total={total}
              hrefOf={(number) =>
                withQuery(adminPaths.importQuestions(), { page: number > 1 && number })
              }
            />
          </>
        )
      }
    </Async>
  );
}

/** A page of records, of which several can be chosen. */
function Page({ questions }: { questions: Question[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const together = useTogether();
  const ids = [...chosen];
  const hasDoubtful = questions.some(({ id, similarSlug }) => similarSlug && chosen.has(id));
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="button button-small"
          onClick={() => setChosen(new Set(questions.map(({ id }) => id)))}
        >
          Choose all on this page
        </button>
        <button
          type="button"
          className="button button-small"
          disabled={ids.length === 0 || hasDoubtful}
          aria-disabled={together.busy}
          onClick={() => void together.start({ decision: "accept", ids })}
        >
          {`Add ${ids.length} as new`}
        </button>
        <button
          type="button"
          className="button button-small"
          disabled={ids.length === 0}
          aria-disabled={together.busy}
          onClick={() => void together.start({ decision: "refuse", ids })}
        >
          {`Leave ${ids.length} out`}
        </button>
        <p role="status" className="text-[0.9375rem] text-soft">
          {hasDoubtful
            ? "Possible duplicates have to be reviewed one at a time."
            : ids.length > 0 && `${plural(ids.length, "record")} chosen`}
        </p>
      </div>
      <ul className="grid gap-5">
        {questions.map((question) => (
          <li key={question.id} className="rounded-md border border-line bg-raised p-5">
            <QuestionItem
              question={question}
              isChosen={chosen.has(question.id)}
              onChoose={(isChosen) => choose(question.id, isChosen)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Decides about several; each can be taken back, and all of them at once. */
function useTogether() {
  const refresh = useRefresh();
  const toast = useToast();
  const signedIn = useSignedIn();
  const takeBack = async ({ entries }: Decided) => {
    try {
      for (const id of [...entries].reverse())
        await signedIn(() => call("post", "/api/admin/audit/{id}/undo", { path: { id } }));
      toast({ title: "Undone" });
    } catch {
      const text = "Some have changed since then. See the audit log.";
      toast({ title: "Not all undone", text, destructive: true });
    }
    await refresh("/api/");
  };
  return useAction(
    (body: { decision: "accept" | "refuse"; ids: string[] }) =>
      call("post", "/api/admin/import-questions/decide", { body }),
    {
      done: (decided, { decision }) => {
        const verb = decision === "accept" ? "added" : "left out";
        toast({
          title: `${plural(decided.done, "record")} ${verb}`,
          ...(decided.skipped > 0 ? { text: `${decided.skipped} skipped` } : {}),
          action: { text: "Undo", run: () => void takeBack(decided) },
        });
        void refresh("/api/");
      },
      failed: { title: "Not decided", text: "Please try again." },
    },
  );
}

interface ItemProps {
  question: Question;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
}

function QuestionItem({ question, isChosen, onChoose }: ItemProps) {
  const { id, name, town, reason, similarSlug, similarName, source, sourceId } = question;
  const age = agoText(question.refreshedAt ?? question.createdAt);
  const differences = differencesOf(question.differences, { source, age });
  const real = realDifferences(differences);
  // What a shop says already is not overwritten unless somebody wants it.
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(
    () => new Set(real.filter(({ now }) => now === "").map(({ field }) => field)),
  );
  const [other, setOther] = useState("");
  const refresh = useRefresh();
  const done = useDone();
  const after = (title: string) => (answer: { entry: string | null }) => {
    done(title, answer.entry, name);
    void refresh("/api/");
  };
  const failed = { title: "Not decided", text: "Please try again." };
  const path = { id };
  const add = useAction(() => call("post", "/api/admin/import-questions/{id}/accept", { path }), {
    done: after("Added"),
    failed,
  });
  const refuse = useAction(
    () => call("post", "/api/admin/import-questions/{id}/refuse", { path }),
    { done: after("Left out"), failed },
  );
  const join = useAction(
    ({ shop, facts }: { shop: string; facts?: string[] }) =>
      call("post", "/api/admin/import-questions/{id}/same-shop", {
        path,
        body: { shop, ...(facts ? { facts } : {}) },
      }),
    { done: after("Same shop"), failed },
  );
  const whose = <span className="sr-only">{`: ${name}`}</span>;
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="font-semibold text-lg">{`${name}, ${town}`}</h3>
        <label className="choice">
          <input
            type="checkbox"
            checked={isChosen}
            onChange={({ target }) => onChoose(target.checked)}
          />
          <span>Choose{whose}</span>
        </label>
      </div>
      <p className="mt-1">{reason}</p>
      <p className="mt-1 text-[0.9375rem] text-soft">{`From ${source} (${sourceId}), ${age}`}</p>
      {similarSlug && (
        <p className="mt-2">
          {"Perhaps "}
          <a className="link" href={paths.shop(similarSlug)} target="_blank" rel="noreferrer">
            {similarName ?? similarSlug}
          </a>
        </p>
      )}
      <div className="mt-4">
        {similarSlug ? (
          <DifferenceList differences={differences} accepted={accepted} onAccept={setAccepted} />
        ) : (
          <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
            {differences.map(({ field, label, suggested }) => (
              <div key={field} className="min-w-0">
                <dt className="text-[0.875rem] text-soft">{label}</dt>
                <dd className="break-words">{suggested}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        {similarSlug && (
          <button
            type="button"
            className="button button-small button-primary"
            aria-disabled={join.busy}
            onClick={() => void join.start({ shop: similarSlug, facts: [...accepted] })}
          >
            {`Same shop, take ${accepted.size} of ${real.length}`}
            {whose}
          </button>
        )}
        <button
          type="button"
          className={`button button-small ${similarSlug ? "" : "button-primary"}`}
          aria-disabled={add.busy}
          onClick={() => void add.start(undefined)}
        >
          Add as new{whose}
        </button>
        <button
          type="button"
          className="button button-small"
          aria-disabled={refuse.busy}
          onClick={() => void refuse.start(undefined)}
        >
          Leave it out{whose}
        </button>
      </div>
      <details className="mt-4">
        <summary className="cursor-pointer text-blue">
          It's a different shop in the directory
        </summary>
        <p className="mt-2 text-[0.9375rem] text-soft">
          Missing details are filled in from the record.
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
            disabled={other.trim() === ""}
            aria-disabled={join.busy}
            onClick={() => void join.start({ shop: other.trim() })}
          >
            Same shop{whose}
          </button>
        </div>
      </details>
    </>
  );
}
