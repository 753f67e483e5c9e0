import { useId } from "react";
import { adminPaths, type QuestionQuery } from "../../../components/admin/paths.ts";
import type { Answer } from "../../../kit/api.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { sourceText } from "./import-words.ts";
import { reasonText } from "./question-words.ts";
import { useTypedSearch } from "./use-typed-search.ts";

type List = Answer<"get", "/api/admin/import-questions">;
type Filter = Required<Omit<QuestionQuery, "page">>;

interface Props {
  filter: Filter;
  /** Absent while it is loading. */
  list: List | undefined;
}

/** Narrows the questions; every filter is in the address. */
export function QuestionFilters({ filter, list }: Props) {
  const navigate = useNavigate();
  const { typed, props: box } = useTypedSearch(filter.search, (search) =>
    adminPaths.importQuestions({ ...filter, search }),
  );
  // What is being typed goes along.
  const choose = (changes: Partial<Filter>) =>
    navigate(adminPaths.importQuestions({ ...filter, search: typed.trim(), ...changes }));
  const isFiltered = Object.values(filter).some((value) => value !== "");
  return (
    <search className="mb-4 block">
      <div className="question-filters">
        <label className="question-search">
          <span className="field-label">Search name or town</span>
          <input type="search" className="field" {...box} />
        </label>
        <Choice
          label="List"
          value={filter.source}
          choices={list?.sources}
          textOf={sourceText}
          onChoose={(source) => choose({ source })}
        />
        <Choice
          label="Reason"
          value={filter.reason}
          choices={list?.reasons}
          textOf={reasonText}
          onChoose={(reason) => choose({ reason })}
        />
        <Choice
          label="Town"
          value={filter.town}
          choices={list?.towns}
          textOf={(town) => town}
          onChoose={(town) => choose({ town })}
        />
      </div>
      {isFiltered && (
        <p className="mt-2 flex flex-wrap gap-x-4 text-[0.9375rem]">
          {filter.brand !== "" && <span>{`Only about “${filter.brand}”`}</span>}
          <a className="link" href={adminPaths.importQuestions()}>
            Show all questions
          </a>
        </p>
      )}
    </search>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  choices: List["sources"] | undefined;
  textOf: (value: string) => string;
  onChoose: (value: string) => void;
}

function Choice({ label, value, choices = [], textOf, onChoose }: ChoiceProps) {
  const id = useId();
  // The last question of a value may have been answered.
  const isGone = value !== "" && choices.every((choice) => choice.value !== value);
  const all = isGone ? [{ value, count: 0 }, ...choices] : choices;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      <select
        id={id}
        className="field"
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      >
        <option value="">All</option>
        {all.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {`${textOf(choice.value)} (${choice.count})`}
          </option>
        ))}
      </select>
    </div>
  );
}
