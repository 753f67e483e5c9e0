import { text, z } from "../../../kit/form/rules.ts";

export const MAX_CHARACTERS = 500;
/** Maximum photo size in bytes. */
export const LARGEST_PHOTO = 5_242_880;

const long = `Maximum ${MAX_CHARACTERS} characters`;

export const storySchema = z.object({
  prompt1Response: text({ required: "This field is required", max: MAX_CHARACTERS, long }),
  prompt2Response: text({ max: MAX_CHARACTERS, long }),
});

/** An empty second answer counts as missing. */
export function wordsOf({ prompt1Response, prompt2Response }: z.infer<typeof storySchema>) {
  return prompt2Response === "" ? { prompt1Response } : { prompt1Response, prompt2Response };
}
