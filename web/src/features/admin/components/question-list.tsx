import { useState } from "react";
import type { QuestionQuery } from "../../../components/admin/paths.ts";
import { type Answer, call } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { useAction } from "../../../kit/use-action.ts";
import { plural } from "../../../lib/text.ts";
import { ImportQuestion } from "./import-question.tsx";
import { QuestionGroup } from "./question-group.tsx";
import { useTogether } from "./use-together.ts";

type List = Answer<"get", "/api/admin/import-questions">;

/** A question as it was when it was selected, on whatever page. */
export interface Selected {
  id: string;
  version: number;
  similarSlug: string | null;
}

interface Props {
  filter: Omit<QuestionQuery, "page">;
  list: List;
}

/** A page of questions in groups. Selected ones, of all pages, are answered together. */
export function QuestionList({ filter, list: { questions, groups, total } }: Props) {
  const [selected, setSelected] = useState<ReadonlyMap<string, Selected>>(new Map());
  // What is selected belongs to what is listed.
  const listed = JSON.stringify(filter);
  const [shown, setShown] = useState(listed);
  if (shown !== listed) {
    setShown(listed);
    setSelected(new Map());
  }
  const select = (records: readonly Selected[], isSelected: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      for (const { id, version, similarSlug } of records) {
        if (isSelected) next.set(id, { id, version, similarSlug });
        else next.delete(id);
      }
      return next;
    });
  const byId = new Map(questions.map((question) => [question.id, question]));
  return (
    <>
      <Selection
        filter={filter}
        selected={[...selected.values()]}
        onPage={questions}
        total={total}
        onSelect={(records) => select(records, true)}
        onClear={() => setSelected(new Map())}
      />
      {groups.map((group) => {
        const inGroup = group.ids.flatMap((id) => byId.get(id) ?? []);
        return (
          <QuestionGroup
            key={group.brand ?? `${group.reason} ${group.duplicates > 0}`}
            group={group}
            filter={filter}
            isAlone={group.count === total}
          >
            <ul className="grid gap-3">
              {inGroup.map((question) => (
                <li
                  key={question.id}
                  data-item
                  tabIndex={-1}
                  className="rounded-md border border-line bg-raised p-3 md:px-4"
                >
                  <ImportQuestion
                    question={question}
                    isSelected={selected.has(question.id)}
                    onSelect={(isSelected) => select([question], isSelected)}
                  />
                </li>
              ))}
            </ul>
          </QuestionGroup>
        );
      })}
    </>
  );
}

interface SelectionProps {
  filter: Omit<QuestionQuery, "page">;
  selected: readonly Selected[];
  onPage: readonly Selected[];
  total: number;
  onSelect: (records: readonly Selected[]) => void;
  onClear: () => void;
}

/** What is selected, and the answers for it. */
function Selection({ filter, selected, onPage, total, onSelect, onClear }: SelectionProps) {
  const [dialog, ask] = useConfirm();
  const together = useTogether(onClear);
  const all = useAction(
    () => call("get", "/api/admin/import-questions/selection", { query: filter }),
    {
      done: ({ questions }) => onSelect(questions),
      failed: { title: "Couldn't select them", text: "Please try again." },
    },
  );
  const count = selected.length;
  const doubles = selected.filter(({ similarSlug }) => similarSlug !== null);
  const records = plural(count, "record");
  const isBusy = together.busy || all.busy;
  const leaveOut = async () => {
    const isMeant = await ask({
      title: `Leave ${records} out?`,
      text: "Later imports leave them out, too.",
      verb: `Leave ${records} out`,
    });
    if (isMeant) await together.start({ decision: "refuse", records: selected });
  };
  const add = async () => {
    const isMeant = await ask({
      title: `Add ${records} as new?`,
      text:
        doubles.length > 0
          ? `Each becomes a coffee shop of its own, though ${doubles.length} may be in the directory already.`
          : "Each becomes a coffee shop of its own.",
      verb: `Add ${records}`,
    });
    if (isMeant) await together.start({ decision: "accept", records: selected });
  };
  const join = async () => {
    const others = count - doubles.length;
    const same = plural(doubles.length, "record");
    const rest = others > 0 ? ` The other ${others} resemble no shop and stay.` : "";
    const isMeant = await ask({
      title: `Same shop for ${same}?`,
      text: `Each is the shop beside it, which gets the details that it lacks.${rest}`,
      verb: `Same shop for ${same}`,
    });
    if (isMeant) await together.start({ decision: "same", records: doubles });
  };
  return (
    <div className={`question-bar ${count > 0 ? "question-bar-active" : ""}`}>
      {dialog}
      <p role="status" className={count > 0 ? "text-[0.9375rem]" : "sr-only"}>
        {count > 0 ? `${plural(count, "question")} selected` : ""}
      </p>
      {count > 0 && (
        <>
          <Press busy={isBusy} onPress={leaveOut}>{`Leave out ${count}`}</Press>
          <Press busy={isBusy} onPress={add}>{`Add ${count} as new`}</Press>
          {doubles.length > 0 && (
            <Press busy={isBusy} onPress={join}>{`Same shop for ${doubles.length}`}</Press>
          )}
        </>
      )}
      {onPage.length > 1 && !onPage.every(({ id }) => selected.some((one) => one.id === id)) && (
        <Press busy={isBusy} onPress={() => onSelect(onPage)}>
          {`Select the ${onPage.length} on this page`}
        </Press>
      )}
      {total > onPage.length && count < total && (
        <Press busy={isBusy} onPress={() => all.start(undefined)}>
          {total > MOST ? `Select the first ${MOST} of ${total}` : `Select all ${total}`}
        </Press>
      )}
      {count > 0 && (
        <Press busy={isBusy} onPress={onClear}>
          Select none
        </Press>
      )}
    </div>
  );
}

/** How many questions are answered together at most, as the API says. */
const MOST = 500;

interface PressProps {
  busy: boolean;
  onPress: () => unknown;
  children: string;
}

function Press({ busy, onPress, children }: PressProps) {
  return (
    <button
      type="button"
      className="button button-small"
      aria-disabled={busy}
      onClick={() => !busy && void onPress()}
    >
      {children}
    </button>
  );
}
