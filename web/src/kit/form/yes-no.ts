/** A fact that may be unknown, as the value of a select field. */
export type YesNo = "" | "yes" | "no";

export const yesNo = (value: boolean | null): YesNo => (value === null ? "" : value ? "yes" : "no");

export const factOf = (answer: string): boolean | null => (answer === "" ? null : answer === "yes");

/** The choices, with the word for a fact that isn't known. */
export const yesNoChoices = (unknown: string): readonly { value: YesNo; text: string }[] => [
  { value: "", text: unknown },
  { value: "yes", text: "Yes" },
  { value: "no", text: "No" },
];
