import { text, z } from "../form/rules.ts";

export const MAX_CHARACTERS = 500;

const long = `Maximum ${MAX_CHARACTERS} characters`;

export const storySchema = z.object({
  prompt1Response: text({ required: "This field is required", max: MAX_CHARACTERS, long }),
  prompt2Response: text({ max: MAX_CHARACTERS, long }),
});

export type StoryValues = z.infer<typeof storySchema>;

/** An empty second answer counts as missing. */
export function wordsOf({ prompt1Response, prompt2Response }: StoryValues) {
  return prompt2Response === "" ? { prompt1Response } : { prompt1Response, prompt2Response };
}
