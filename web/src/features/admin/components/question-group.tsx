import { type ReactNode, useId } from "react";
import { adminPaths, type QuestionQuery } from "../../../components/admin/paths.ts";
import { type Answer, call } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { useAction } from "../../../kit/use-action.ts";
import { plural } from "../../../lib/text.ts";
import { reasonText } from "./question-words.ts";
import { useTogether } from "./use-together.ts";

type Group = Answer<"get", "/api/admin/import-questions">["groups"][number];
type Filter = Omit<QuestionQuery, "page">;

interface Props {
  group: Group;
  /** What the list is narrowed to. */
  filter: Filter;
  /** The list has no others. */
  isAlone: boolean;
  children: ReactNode;
}

/** Questions about one chain, or with one reason. */
export function QuestionGroup({ group, filter, isAlone, children }: Props) {
  const { brand, reason, count } = group;
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-6">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h3 id={id} className="break-words font-bold text-lg">
          {brand ?? reasonText(reason ?? "")}
          <span className="font-normal font-sans text-[0.9375rem] text-soft">
            {` ${plural(count, "question")}`}
          </span>
        </h3>
        {brand !== null && <Always group={group} brand={brand} />}
        {brand === null && count > 1 && <All group={group} filter={filter} />}
        {count > 1 && !isAlone && (
          <a
            className="link text-[0.9375rem]"
            href={adminPaths.importQuestions(brand ? { brand } : { reason: reason ?? "" })}
          >
            Only these
          </a>
        )}
      </div>
      {children}
    </section>
  );
}

type Decision = "refuse" | "accept";

const VERBS = { refuse: "leave out", accept: "add" } as const;

/** How many names a dialog lists. */
const NAMED = 8;

/** Different spellings of a name are listed once. */
function differentNames(questions: readonly { name: string }[]): string[] {
  const names = new Map(questions.map(({ name }) => [name.toLowerCase(), name]));
  return [...names.values()];
}

/** "Blue Door, Lantern and 3 more" */
function listed(names: readonly string[]): string {
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  return `${names.slice(0, NAMED).join(", ")}${more}`;
}

interface Chosen {
  id: string;
  version: number;
  name: string;
  similarSlug: string | null;
}

/** Answers all questions of a group at once: those that resemble a shop are that shop, and the others are left out. */
function All({ group: { reason, count, duplicates }, filter }: { group: Group; filter: Filter }) {
  const [dialog, confirm] = useConfirm();
  const together = useTogether(() => {});
  const isSame = duplicates > 0;
  const decide = async (questions: readonly Chosen[]) => {
    const chosen = questions.filter(({ similarSlug }) => (similarSlug !== null) === isSame);
    const records = plural(chosen.length, "record");
    const rest = chosen.length < count ? ` The first ${chosen.length} of ${count} go.` : "";
    const isMeant = await confirm({
      title: isSame ? `Same shop for ${records}?` : `Leave ${records} out?`,
      text: (
        <>
          <p>
            {isSame
              ? `Each is the shop beside it, which gets the details that it lacks.${rest}`
              : `Later imports leave them out, too.${rest}`}
          </p>
          <p className="mt-2">{listed(differentNames(chosen))}</p>
        </>
      ),
      verb: isSame ? `Same shop for ${records}` : `Leave ${records} out`,
    });
    if (isMeant) await together.start({ decision: isSame ? "same" : "refuse", records: chosen });
  };
  const ask = useAction(
    (_: undefined) =>
      call("get", "/api/admin/import-questions/selection", {
        query: { ...filter, reason: reason ?? "" },
      }),
    {
      done: ({ questions }) => void decide(questions),
      failed: { title: "Couldn't read the questions", text: "Please try again." },
    },
  );
  const isBusy = ask.busy || together.busy;
  return (
    <>
      {dialog}
      <button
        type="button"
        className="button button-small"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void ask.start(undefined)}
      >
        {isSame ? "Same shop for all of these" : "Leave out all of these"}
      </button>
    </>
  );
}

/** Answers all questions about a chain, and puts their names on a list, so that no import asks again. */
function Always({ group: { names, nameCount }, brand }: { group: Group; brand: string }) {
  const [dialog, confirm] = useConfirm();
  const together = useTogether(() => {});
  const whose = nameCount === 1 ? `“${names[0] ?? brand}”` : `these ${nameCount} names`;
  const ask = useAction(
    (_decision: Decision) =>
      call("get", "/api/admin/import-questions/selection", { query: { brand } }),
    {
      done: ({ questions, total }, decision) => void decide(decision, questions, total),
      failed: { title: "Couldn't read the questions", text: "Please try again." },
    },
  );
  const decide = async (decision: Decision, questions: readonly Chosen[], total: number) => {
    const all = differentNames(questions);
    const rest = total > questions.length ? ` The first ${questions.length} of ${total} go.` : "";
    const verb = `Always ${VERBS[decision]}`;
    const isMeant = await confirm({
      title: `${verb} ${all.length === 1 ? `“${all[0]}”` : plural(all.length, "name")}?`,
      text: (
        <>
          <p>
            {`This answers ${plural(questions.length, "question")} now.${rest} Later imports ${
              decision === "refuse" ? "leave out" : "add"
            } every shop of ${all.length === 1 ? "that name" : "these names"} without asking.`}
          </p>
          {all.length > 1 && <p className="mt-2">{listed(all)}</p>}
        </>
      ),
      verb,
    });
    if (isMeant) await together.start({ decision, records: questions, always: true });
  };
  const isBusy = ask.busy || together.busy;
  return (
    <div className="flex flex-wrap gap-2">
      {dialog}
      {(["refuse", "accept"] as const).map((decision) => (
        <button
          key={decision}
          type="button"
          className="button button-small"
          aria-disabled={isBusy}
          onClick={() => !isBusy && void ask.start(decision)}
        >
          {`Always ${VERBS[decision]} ${whose}`}
        </button>
      ))}
    </div>
  );
}
