import { AdminPage } from "../../../components/admin/admin-page.tsx";
import { adminPaths, type QuestionQuery } from "../../../components/admin/paths.ts";
import { useApi } from "../../../kit/api.ts";
import { EmptyPage } from "../../../kit/empty-page.tsx";
import { Async, Empty } from "../../../kit/states.tsx";
import { TablePages } from "../../../kit/table.tsx";
import { ListKeys } from "../components/list-keys.tsx";
import { QuestionFilters } from "../components/question-filters.tsx";
import { QuestionList } from "../components/question-list.tsx";

/** Questions per page. */
const PAGE_SIZE = 20;

/** The keys for the focused record. */
const KEYS = { a: "Add as new", r: "Leave out", s: "Same shop" } as const;

type Filter = Required<Omit<QuestionQuery, "page">>;

interface Props {
  query: Filter & { page: number };
}

/** Records that an import couldn't decide about. */
export default function ImportQuestionsScreen({ query: { page, ...filter } }: Props) {
  return (
    <AdminPage>
      <Questions filter={filter} page={page} />
      <ListKeys decides={KEYS} searches />
    </AdminPage>
  );
}

function Questions({ filter, page }: { filter: Filter; page: number }) {
  const list = useApi("/api/admin/import-questions", { query: { ...filter, page }, keep: true });
  const isFiltered = Object.values(filter).some((value) => value !== "");
  return (
    <>
      {(isFiltered || (list.data?.waiting ?? 0) > 0) && (
        <QuestionFilters filter={filter} list={list.data} />
      )}
      <Async result={list} what="the questions">
        {(answer) => {
          const { questions, total, waiting } = answer;
          if (total === 0 && waiting > 0)
            return (
              <Empty
                action={
                  <a className="button button-small" href={adminPaths.importQuestions()}>
                    Show all questions
                  </a>
                }
              >
                No question matches.
              </Empty>
            );
          if (questions.length === 0)
            return (
              <EmptyPage
                total={total}
                first={adminPaths.importQuestions(filter)}
                none="No import questions."
              />
            );
          return (
            <>
              <QuestionList filter={filter} list={answer} />
              <TablePages
                what="questions"
                one="question"
                page={page}
                pageSize={PAGE_SIZE}
                total={total}
                hrefOf={(number) => adminPaths.importQuestions({ ...filter, page: number })}
              />
            </>
          );
        }}
      </Async>
    </>
  );
}
