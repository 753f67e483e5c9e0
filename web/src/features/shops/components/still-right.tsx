import { type FormEvent, useEffect, useState } from "react";
import { inTime } from "../../../api/limits.ts";
import type { Shop } from "../../../api/types.ts";
import { useToast } from "../../../ui/toast.tsx";

/**
 * The question whether a fact is still right (D97). The same form for everybody, which works without a script; once it was
 * answered on this device, its place stays empty.
 */
export function StillRight({ shop: { slug, question } }: { shop: Shop }) {
  const toast = useToast();
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => setAnswered(document.cookie.includes("answered=")), []);
  if (!question) return null;
  const answer = (event: FormEvent) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    inTime(import("./answer-question.ts")).then(
      ({ answerQuestion }) => answerQuestion(slug, question.fact, submitter, toast, setAnswered),
      () => toast({ title: "Couldn't send your answer", destructive: true }),
    );
  };
  return (
    <form
      method="post"
      action={`/still-right/${slug}`}
      className={`no-print mt-4 flex flex-wrap items-center gap-3 ${isAnswered ? "invisible" : ""}`}
      onSubmit={answer}
    >
      <input type="hidden" name="fact" value={question.fact} />
      {question.text}
      <button type="submit" name="answer" value="yes" className="button button-small">
        Yes
      </button>
      <button type="submit" name="answer" value="no" className="button button-small">
        No
      </button>
    </form>
  );
}
