import { useApi } from "../../../kit/api.ts";
import { Async } from "../../../kit/states.tsx";
import { QuestionBeside } from "./import-question.tsx";

export const QUESTION = "/api/admin/import-questions/{id}";

/** The record of an import question in the inbox, beside the shop that it may be. */
export default function InboxQuestion({ id }: { id: string }) {
  const question = useApi(QUESTION, { path: { id } });
  return (
    <Async result={question} what="the two shops">
      {(loaded) => <QuestionBeside question={loaded} />}
    </Async>
  );
}
