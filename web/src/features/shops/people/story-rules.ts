import { text, z } from "../../../kit/form/rules.ts";

export const MOST_CHARACTERS = 500;
/** Bytes of a photo. */
export const LARGEST_PHOTO = 5_242_880;

const long = `Maximum ${MOST_CHARACTERS} characters`;

export const storySchema = z.object({
  prompt1Response: text({ required: "This field is required", max: MOST_CHARACTERS, long }),
  prompt2Response: text({ max: MOST_CHARACTERS, long }),
});

/** A second answer that is empty is none. */
export function wordsOf({ prompt1Response, prompt2Response }: z.infer<typeof storySchema>) {
  return prompt2Response === "" ? { prompt1Response } : { prompt1Response, prompt2Response };
}
