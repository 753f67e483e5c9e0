import { useDone } from "../../components/admin/use-undo.ts";
import { type Answer, call } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { TextArea, TextField } from "../../kit/form/inputs.tsx";
import { text, z } from "../../kit/form/rules.ts";
import { type FormState, useForm, useFormId } from "../../kit/form/use-form.ts";
import { MergeNotice } from "../../kit/merge/merge-notice.tsx";
import { Undecided, useMerge, type Version } from "../../kit/merge/use-merge.ts";
import { useChanged } from "../../kit/subjects.ts";

type SiteForm = Answer<"get", "/api/admin/site">;
type Values = SiteForm["words"];
type Word = keyof Values;

interface Row {
  name: Word;
  label: string;
  max: number;
  hint?: string;
  long?: boolean;
}

/** The fields, in the order in which visitors meet the words. */
const GROUPS: { title: string; rows: Row[] }[] = [
  {
    title: "Name and region",
    rows: [
      { name: "name", label: "Name", max: 80, hint: "On every page, email and feed." },
      {
        name: "region",
        label: "Region",
        max: 80,
        hint: "As it follows the word in: North Carolina, the Piedmont. Empty: texts name the states that have coffee shops.",
      },
    ],
  },
  {
    title: "Home page",
    rows: [
      {
        name: "slogan",
        label: "Slogan",
        max: 80,
        hint: "The home page's heading, and the words on shared links.",
      },
      { name: "heroText", label: "Text below the slogan", max: 300, long: true },
      {
        name: "description",
        label: "Description for search engines",
        max: 300,
        long: true,
      },
      { name: "destinationsTitle", label: "Title of the towns", max: 80 },
      { name: "featuredTitle", label: "Title of the featured shops", max: 80 },
      { name: "featuredText", label: "Text of the featured shops", max: 160 },
      { name: "ownersTitle", label: "Title for shop owners", max: 80 },
      { name: "ownersText", label: "Text for shop owners", max: 300, long: true },
      { name: "recentTitle", label: "Title of the new shops", max: 80 },
      { name: "recentText", label: "Text of the new shops", max: 160 },
      { name: "newsletterTitle", label: "Title of the newsletter", max: 80 },
      { name: "newsletterText", label: "Text of the newsletter", max: 160 },
    ],
  },
  {
    title: "Footer and emails",
    rows: [
      { name: "footerText", label: "Footer", max: 300, long: true },
      {
        name: "letterhead",
        label: "Letterhead",
        max: 80,
        hint: "At the head of every email. Emptied, it is the name.",
      },
    ],
  },
];

const ROWS = GROUPS.flatMap(({ rows }) => rows);
const LABELS = Object.fromEntries(ROWS.map(({ name, label }) => [name, label]));

const schema = z.object(
  Object.fromEntries(ROWS.map(({ name, max, label }) => [name, text({ max, label })])) as Record<
    Word,
    ReturnType<typeof text>
  >,
);

/** Every field starts with the words in use, so that they are edited rather than written anew. */
const versionOf = ({ words, shipped, version }: SiteForm): Version<Values> => ({
  fields: Object.fromEntries(
    ROWS.map(({ name }) => [name, words[name] || shipped[name]]),
  ) as unknown as Values,
  version,
});

/** All words of the site that an operator may change. */
export function WordsForm({ site }: { site: SiteForm }) {
  const tell = useChanged();
  const done = useDone();
  const merge = useMerge({
    versionOf,
    save: (fields: Partial<Values>, { version }) =>
      call("put", "/api/admin/site", { body: { ...fields, version } }),
  });
  const form = useForm({
    id: useFormId("words"),
    schema,
    initial: versionOf(site).fields,
    base: versionOf(site),
    submit: (values, base) => merge.run(base as Version<Values>, values),
    done: (answer) => {
      const { fields, version } = versionOf(answer);
      form.restart(fields, { fields, version });
      done(answer.entry ? "Words saved" : "Nothing was changed", answer.entry);
      void tell("site");
    },
    restarted: merge.forget,
    refused: (error) => error instanceof Undecided,
    failed: "The words couldn't be saved",
    draft: "admin-site-words",
  });
  return (
    <Form form={form} className="max-w-text" label="Words">
      {GROUPS.map(({ title, rows }) => (
        <fieldset key={title} className="mt-8 first-of-type:mt-0">
          <legend className="mb-3 font-bold font-serif text-xl">{title}</legend>
          {rows.map((row) => (
            <WordField key={row.name} form={form} row={row} isLocked={isLocked(site, row.name)} />
          ))}
        </fieldset>
      ))}
      <MergeNotice
        what="site"
        collision={merge.collision}
        choose={merge.choose}
        labelOf={(field) => LABELS[field] ?? field}
        textOf={(field, of) => of[field] ?? ""}
      />
      <div className="mt-5">
        <SubmitButton form={form} busy="Saving...">
          Save changes
        </SubmitButton>
      </div>
    </Form>
  );
}

const isLocked = ({ locked }: SiteForm, name: Word) => locked.includes(name);

interface WordFieldProps {
  form: FormState<Values>;
  row: Row;
  isLocked: boolean;
}

function WordField({
  form,
  row: { name, label, hint, max, long },
  isLocked: locked,
}: WordFieldProps) {
  if (locked)
    return (
      <p className="mb-5">
        <span className="block font-semibold">{label}</span>
        <span className="block">{form.hook.getValues(name)}</span>
        <span className="block text-[0.9375rem] text-soft">
          Set in the settings file or by TOWNPERK_NAME. Change it there.
        </span>
      </p>
    );
  const field = { form, name, label, hint, optional: true };
  return long ? (
    <TextArea {...field} rows={3} most={max} />
  ) : (
    <TextField {...field} autoComplete="off" spellCheck />
  );
}
