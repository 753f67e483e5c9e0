import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { rewriteStory, tellStory, type WrittenStory } from "../../api/your-shop.ts";
import { useToast } from "../../ui/toast.tsx";
import { messageOf } from "../api.ts";
import { Field } from "../form/field.tsx";
import { Form, SubmitButton } from "../form/form.tsx";
import { lengthOf } from "../form/rules.ts";
import { type FormState, useForm } from "../form/use-form.ts";
import { MergeNotice } from "../merge/merge-notice.tsx";
import { Undecided, useMerge, type Version } from "../merge/use-merge.ts";
import { MAX_CHARACTERS, type StoryValues, storySchema, wordsOf } from "./story-rules.ts";

type Told = Pick<WrittenStory, "prompt1Response" | "prompt2Response" | "version">;

/** A version of 0 says that there is no story. */
const versionOf = (story: Told | null): Version<StoryValues> => ({
  fields: {
    prompt1Response: story?.prompt1Response ?? "",
    prompt2Response: story?.prompt2Response ?? "",
  },
  version: story?.version ?? 0,
});

const LABELS: Record<keyof StoryValues, string> = {
  prompt1Response: "What makes your town special?",
  prompt2Response: "What shouldn't visitors miss?",
};

interface StoryFormProps {
  slug: string;
  story: Told | null;
  /** Replaces an existing story. */
  isEdit?: boolean;
  /** It was submitted here and is shown for reading. */
  isSent?: boolean;
  done?: (story: WrittenStory) => void;
}

export function StoryForm({ slug, story, isEdit = false, isSent = false, done }: StoryFormProps) {
  const toast = useToast();
  const [opened] = useState(() => versionOf(story));
  const merge = useMerge({
    versionOf,
    save: (words: Partial<StoryValues>, { version }: Version<StoryValues>) =>
      (isEdit ? rewriteStory : tellStory)(slug, { ...wordsOf(words as StoryValues), version }),
  });
  const form = useForm({
    id: "town-story",
    schema: storySchema,
    initial: opened.fields,
    base: opened,
    submit: (words, base) => merge.run(base as Version<StoryValues>, words),
    restarted: merge.forget,
    done: (written, _, isMore) => {
      const now = versionOf(written);
      form.restart(now.fields, now);
      toast({
        title: "Local Vibes Submitted!",
        text: "Your town story has been submitted for review. Add a photo if you'd like!",
      });
      if (!isMore) done?.(written);
    },
    refused: (error) => {
      if (error instanceof Undecided) return true;
      const text = messageOf(error, "Failed to submit Local Vibes");
      toast({ title: "Error", text, destructive: true });
      return false;
    },
    failed: "Failed to submit Local Vibes",
    ...(isSent ? {} : { draft: `town-story-${slug}` }),
  });
  return (
    <Form form={form} label="Share Your Town's Story">
      <fieldset disabled={isSent}>
        <StoryText form={form} name="prompt1Response" />
        <StoryText form={form} name="prompt2Response" optional />
        <MergeNotice
          what="story"
          collision={merge.collision}
          choose={merge.choose}
          labelOf={(field) => LABELS[field]}
          textOf={(field, of) => of[field] ?? ""}
        />
        {!isSent && (
          <p className="mt-5">
            <SubmitButton form={form} busy="Submitting...">
              Submit Story
            </SubmitButton>
          </p>
        )}
      </fieldset>
    </Form>
  );
}

interface StoryTextProps {
  form: FormState<StoryValues>;
  name: keyof StoryValues;
  optional?: boolean;
}

function StoryText({ form, name, optional = false }: StoryTextProps) {
  return (
    <Field form={form} name={name} label={LABELS[name]} optional={optional}>
      {(control) => (
        <>
          <textarea
            {...control}
            {...form.hook.register(name)}
            rows={5}
            className="field field-area"
          />
          <Count form={form} name={name} />
        </>
      )}
    </Field>
  );
}

/** Milliseconds without typing until the count is announced. */
const PAUSE = 1000;

function Count({ form, name }: Pick<StoryTextProps, "form" | "name">) {
  const length = lengthOf(useWatch({ control: form.hook.control, name }));
  const text = `${length}/${MAX_CHARACTERS}`;
  const [said, setSaid] = useState("");
  const isNearEnd = length > MAX_CHARACTERS * 0.8;
  useEffect(() => {
    const words = isNearEnd ? `${text} characters` : "";
    const timer = setTimeout(() => setSaid(words), PAUSE);
    return () => clearTimeout(timer);
  }, [isNearEnd, text]);
  return (
    <>
      <p aria-hidden="true" className={`field-count ${length > MAX_CHARACTERS ? "text-red" : ""}`}>
        {text}
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}
