import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { rewriteStory, tellStory, type WrittenStory } from "../../../api/your-shop.ts";
import { messageOf } from "../../../kit/api.ts";
import { Field } from "../../../kit/form/field.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { lengthOf } from "../../../kit/form/rules.ts";
import { type FormState, useForm } from "../../../kit/form/use-form.ts";
import { useToast } from "../../../ui/toast.tsx";
import { MAX_CHARACTERS, storySchema, wordsOf } from "./story-rules.ts";

interface Words {
  prompt1Response: string;
  prompt2Response: string;
}

interface StoryFormProps {
  slug: string;
  story: { prompt1Response: string; prompt2Response: string | null } | null;
  /** Replaces an existing story. */
  isEdit?: boolean;
  /** It was submitted here and is shown for reading. */
  isSent?: boolean;
  done?: (story: WrittenStory) => void;
}

export function StoryForm({ slug, story, isEdit = false, isSent = false, done }: StoryFormProps) {
  const toast = useToast();
  const form = useForm({
    id: "town-story",
    schema: storySchema,
    initial: {
      prompt1Response: story?.prompt1Response ?? "",
      prompt2Response: story?.prompt2Response ?? "",
    },
    submit: (words) => (isEdit ? rewriteStory : tellStory)(slug, wordsOf(words)),
    done: (written) => {
      toast({
        title: "Local Vibes Submitted!",
        text: "Your town story has been submitted for review. Add a photo if you'd like!",
      });
      done?.(written);
    },
    refused: (error) => {
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
        <StoryText form={form} name="prompt1Response" label="What makes your town special?" />
        <StoryText
          form={form}
          name="prompt2Response"
          label="What shouldn't visitors miss?"
          optional
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
  form: FormState<Words>;
  name: keyof Words;
  label: string;
  optional?: boolean;
}

function StoryText({ form, name, label, optional = false }: StoryTextProps) {
  return (
    <Field form={form} name={name} label={label} optional={optional}>
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
