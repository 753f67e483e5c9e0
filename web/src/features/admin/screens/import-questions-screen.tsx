import { useState } from "react";
import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths } from "../../../components/admin/paths.ts";
import { type Answer, call, useApi, useRefresh } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { EmptyPage } from "../../../kit/empty-page.tsx";
import { useSignedIn } from "../../../kit/session.tsx";
import { Async } from "../../../kit/states.tsx";
import { TablePages } from "../../../kit/table.tsx";
import { useAction } from "../../../kit/use-action.ts";
import { withQuery } from "../../../lib/paths.ts";
import { plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { ImportQuestion } from "../components/import-question.tsx";
import type { Question } from "../components/import-words.ts";
import { ListKeys } from "../components/list-keys.tsx";

type Decided = Answer<"post", "/api/admin/import-questions/decide">;

/** Questions per page. */
const PAGE_SIZE = 20;

/** The keys for the focused record. */
const KEYS = { a: "Add as new", r: "Leave it out", s: "Same shop" } as const;

/** Records that an import couldn't decide about. */
export default function ImportQuestionsScreen({ query: { page } }: { query: { page: number } }) {
  return (
    <AdminPage title="Import Questions" tab={adminPaths.importQuestions()}>
      <Questions page={page} />
      <ListKeys decides={KEYS} />
    </AdminPage>
  );
}

function Questions({ page }: { page: number }) {
  const list = useApi("/api/admin/import-questions", { query: { page }, keep: true });
  return (
    <Async result={list} what="the questions">
      {({ questions, total }) =>
        questions.length === 0 ? (
          <EmptyPage
            total={total}
            first={adminPaths.importQuestions()}
            none="No import questions."
          />
        ) : (
          <>
            <Page key={questions.map(({ id }) => id).join()} questions={questions} />
            <TablePages
              what="records"
              one="record"
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

/** A page of records, of which several can be selected. */
function Page({ questions }: { questions: Question[] }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const together = useTogether();
  const [dialog, ask] = useConfirm();
  const ids = [...chosen];
  const hasDoubtful = questions.some(({ id, similarSlug }) => similarSlug && chosen.has(id));
  const decide = async (decision: "accept" | "refuse") => {
    const records = plural(ids.length, "record");
    const isMeant = await ask(
      decision === "accept"
        ? {
            title: `Add ${records} as new?`,
            text: "Each becomes a coffee shop of its own.",
            verb: `Add ${records}`,
          }
        : {
            title: `Leave ${records} out?`,
            text: "Later imports leave them out, too.",
            verb: `Leave ${records} out`,
          },
    );
    if (!isMeant) return;
    const versions = ids.map((id) => questions.find((one) => one.id === id)?.version ?? 0);
    await together.start({ decision, ids, versions });
  };
  return (
    <>
      {dialog}
      <div className="mb-4 flex flex-wrap items-center gap-3">
        {ids.length < questions.length && (
          <button
            type="button"
            className="button button-small"
            onClick={() => setChosen(new Set(questions.map(({ id }) => id)))}
          >
            Choose all on this page
          </button>
        )}
        {ids.length > 0 && (
          <>
            <button
              type="button"
              className="button button-small"
              disabled={hasDoubtful}
              aria-disabled={together.busy}
              onClick={() => void decide("accept")}
            >
              {`Add ${ids.length} as new`}
            </button>
            <button
              type="button"
              className="button button-small"
              aria-disabled={together.busy}
              onClick={() => void decide("refuse")}
            >
              {`Leave ${ids.length} out`}
            </button>
            <button
              type="button"
              className="button button-small"
              onClick={() => setChosen(new Set())}
            >
              Choose none
            </button>
          </>
        )}
        <p role="status" className="text-[0.9375rem] text-soft">
          {hasDoubtful
            ? "Possible duplicates have to be added one at a time."
            : ids.length > 0 && `${plural(ids.length, "record")} chosen`}
        </p>
      </div>
      <ul className="grid gap-5">
        {questions.map((question) => (
          <li
            key={question.id}
            data-item
            tabIndex={-1}
            className="rounded-md border border-line bg-raised p-5"
          >
            <ImportQuestion
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

function skippedText({ skipped, changed }: Decided): string {
  if (changed === 0) return `${skipped} skipped`;
  return `${skipped} skipped, ${changed} of them changed since you opened this page. Please check again.`;
}

/** Decides about several; each can be undone, and all at once. */
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
    (body: { decision: "accept" | "refuse"; ids: string[]; versions: number[] }) =>
      call("post", "/api/admin/import-questions/decide", { body }),
    {
      done: (decided, { decision }) => {
        const verb = decision === "accept" ? "added" : "left out";
        toast({
          title: `${plural(decided.done, "record")} ${verb}`,
          ...(decided.skipped > 0 ? { text: skippedText(decided) } : {}),
          action: { text: "Undo", run: () => void takeBack(decided) },
        });
        void refresh("/api/");
      },
      failed: { title: "Not decided", text: "Please try again." },
    },
  );
}
