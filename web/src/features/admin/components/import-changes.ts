import { differencesOf } from "../../../components/suggestions/words.ts";
import { type Difference, realDifferences } from "../../../kit/differences/difference-list.tsx";
import { placeDifference, type Question, whyAsked } from "./import-words.ts";

/** A record's facts as text. Source and age are shown once for all of them. */
export function factsOf({ differences, repeatedDays, meters }: Question): Difference[] {
  const raw = new Map(differences.map(({ field, suggested }) => [field, suggested]));
  return differencesOf(differences, { source: "", age: "" }).map((fact) => {
    if (fact.field === "address") return placeDifference(fact, meters);
    // Hours that name a day twice are shown as written, because a week could only show one of them.
    const written = fact.field === "hours" ? raw.get("hours") : undefined;
    return written && repeatedDays.length > 0 ? { ...fact, suggested: written } : fact;
  });
}

/** What changed about a question, in words. */
export interface QuestionChange {
  label: string;
  before: string;
  now: string;
}

/** What is different about a question that someone had open. */
export function changesOf(before: Question, now: Question): QuestionChange[] {
  const old = linesOf(before);
  const all = linesOf(now);
  // In the order of the newer one; what is no longer mentioned comes last.
  return [...new Set([...all.keys(), ...old.keys()])]
    .map((label) => ({ label, before: old.get(label) ?? "", now: all.get(label) ?? "" }))
    .filter((change) => change.before !== change.now);
}

/** Everything that is read before a decision, by what it's called. */
function linesOf(question: Question): Map<string, string> {
  const { name, address, similarSlug, similarName, similarAddress } = question;
  const lines: [string, string][] = [
    ["Imported record", [name, address].filter(Boolean).join(", ")],
    ["Shop in the directory", [similarName, similarAddress].filter(Boolean).join(", ")],
    ["Reason", whyAsked(question).text],
  ];
  const named = ["name", "address"];
  for (const { field, label, now, suggested } of realDifferences(factsOf(question))) {
    // Both are above.
    if (named.includes(field)) continue;
    lines.push([`${label} of the record`, suggested]);
    if (similarSlug) lines.push([`${label} of the shop`, now]);
  }
  return new Map(lines.filter(([, text]) => text !== ""));
}
