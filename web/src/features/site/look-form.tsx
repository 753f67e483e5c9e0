import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { useDone } from "../../components/admin/use-undo.ts";
import { type Answer, call } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { CheckboxField, RadioField, TextField } from "../../kit/form/inputs.tsx";
import { text, z } from "../../kit/form/rules.ts";
import { useForm, useFormId } from "../../kit/form/use-form.ts";
import { MergeNotice } from "../../kit/merge/merge-notice.tsx";
import { Undecided, useMerge, type Version } from "../../kit/merge/use-merge.ts";
import { useChanged } from "../../kit/subjects.ts";
import { LookPreview, type Tokens } from "./look-preview.tsx";

type Look = Answer<"get", "/api/admin/site/look">;

const schema = z.object({
  mainColor: text({ required: "Write the color as #1d4c78.", max: 16 }),
  accentColor: text({ required: "Write the color as #c17810.", max: 16 }),
  typefaces: z.enum(["besley", "serif", "sans"]),
  hasAwning: z.boolean(),
});

type Values = z.infer<typeof schema>;

const LABELS: Record<keyof Values, string> = {
  mainColor: "Main color",
  accentColor: "Second color",
  typefaces: "Typefaces",
  hasAwning: "Striped awning",
};

const TYPEFACES = [
  { value: "besley", text: "Besley and Libre Franklin" },
  {
    value: "serif",
    text: "The device's serif and sans serif",
    hint: "Nothing to download, so pages are lighter.",
  },
  { value: "sans", text: "The device's sans serif", hint: "Plain, and nothing to download." },
];

const versionOf = ({
  version,
  mainColor,
  accentColor,
  typefaces,
  hasAwning,
}: Look): Version<Values> => ({
  fields: { mainColor, accentColor, typefaces, hasAwning },
  version,
});

/** Milliseconds without typing until colors are looked at. */
const PAUSE = 300;

/** The site's colors, typefaces and awning, beside what they would look like. */
export function LookForm({ look }: { look: Look }) {
  const tell = useChanged();
  const done = useDone();
  const merge = useMerge({
    versionOf,
    save: (fields: Partial<Values>, { version }) =>
      call("put", "/api/admin/site/look", { body: { ...fields, version } }),
  });
  const form = useForm({
    id: useFormId("look"),
    schema,
    initial: versionOf(look).fields,
    base: versionOf(look),
    submit: (values, base) => merge.run(base as Version<Values>, values),
    done: (answer) => {
      const { fields, version } = versionOf(answer);
      form.restart(fields, { fields, version });
      done(answer.entry ? "Look saved" : "Nothing was changed", answer.entry);
      void tell("site");
    },
    restarted: merge.forget,
    refused: (error) => error instanceof Undecided,
    failed: "The look couldn't be saved",
    draft: "admin-site-look",
  });
  const [mainColor, accentColor, hasAwning] = useWatch({
    control: form.hook.control,
    name: ["mainColor", "accentColor", "hasAwning"],
  });
  const today = useTokens(look.mainColor, look.accentColor);
  const chosen = useTokens(mainColor, accentColor);
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Form form={form} label="Look">
        <TextField
          form={form}
          name="mainColor"
          label={LABELS.mainColor}
          hint={`Links, buttons, the footer. We ship ${look.shippedMainColor}.`}
          autoComplete="off"
        />
        <TextField
          form={form}
          name="accentColor"
          label={LABELS.accentColor}
          hint={`What is paid for. We ship ${look.shippedAccentColor}.`}
          autoComplete="off"
        />
        <RadioField form={form} name="typefaces" label={LABELS.typefaces} choices={TYPEFACES} />
        <CheckboxField form={form} name="hasAwning" label={LABELS.hasAwning} />
        <MergeNotice
          what="site"
          collision={merge.collision}
          choose={merge.choose}
          labelOf={(field) => LABELS[field]}
          textOf={(field, of) => String(of[field] ?? "")}
        />
        <div className="mt-5">
          <SubmitButton form={form} busy="Saving...">
            Save changes
          </SubmitButton>
        </div>
      </Form>
      <div className="grid grid-cols-1 gap-6 sm:grid-cols-2">
        <LookPreview title="Today" tokens={today.tokens} hasAwning={look.hasAwning} />
        <div>
          <LookPreview title="As chosen" tokens={chosen.tokens} hasAwning={hasAwning} />
          <p role="status" className="mt-3 text-red">
            {chosen.problem}
          </p>
        </div>
      </div>
    </div>
  );
}

interface Seen {
  tokens: Tokens;
  problem: string;
}

/** The colors that follow from two; the last ones that worked, while these don't. */
function useTokens(mainColor: string, accentColor: string): Seen {
  const [seen, setSeen] = useState<Seen>({ tokens: [], problem: "" });
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      call("post", "/api/admin/site/look-preview", { body: { mainColor, accentColor } }).then(
        ({ tokens }) => isCurrent && setSeen({ tokens, problem: "" }),
        (error: unknown) =>
          isCurrent &&
          setSeen(({ tokens }) => ({
            tokens,
            problem: error instanceof Error ? error.message : "",
          })),
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [mainColor, accentColor]);
  return seen;
}
