import { adminPaths } from "../../components/admin/paths.ts";
import { useDone } from "../../components/admin/use-undo.ts";
import { type Answer, call } from "../../kit/api.ts";
import { Form, SubmitButton } from "../../kit/form/form.tsx";
import { SelectField, TextArea, TextField } from "../../kit/form/inputs.tsx";
import { day, text, z } from "../../kit/form/rules.ts";
import { useForm, useFormId } from "../../kit/form/use-form.ts";
import { MarkdownField } from "../../kit/markdown/markdown-field.tsx";
import { MergeNotice } from "../../kit/merge/merge-notice.tsx";
import { Undecided, useMerge, type Version } from "../../kit/merge/use-merge.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useNavigate } from "../../lib/navigate.ts";

export type Page = Answer<"get", "/api/admin/site/pages/{slug}">;

const PLACES = [
  { value: "menu", text: "Menu" },
  { value: "footer", text: "Footer" },
  { value: "nowhere", text: "No link" },
] as const;

const schema = z.object({
  title: text({ required: "Title is required", max: 80 }),
  slug: text({ max: 80 }),
  description: text({ max: 300 }),
  content: text({ required: "Write the page's text." }),
  place: z.enum(["menu", "footer", "nowhere"]),
  date: day(),
});

type Values = z.infer<typeof schema>;

const EMPTY: Values = {
  title: "",
  slug: "",
  description: "",
  content: "",
  place: "footer",
  date: "",
};

const LABELS: Record<keyof Values, string> = {
  title: "Title",
  slug: "End of the URL",
  description: "Description",
  content: "Text",
  place: "Linked in",
  date: "Date",
};

const valuesOf = ({ title, slug, description, content, place, date }: Page): Values => ({
  title,
  slug,
  description,
  content,
  place,
  date,
});

const versionOf = (page: Page): Version<Values> => ({
  fields: valuesOf(page),
  version: page.version,
});

const preview = (content: string) =>
  call("post", "/api/admin/site/page-preview", { body: { content } }).then(({ html }) => html);

/** A page's text and where it is linked; `page` is null for a new one. */
export function PageForm({ page }: { page: Page | null }) {
  const tell = useChanged();
  const done = useDone();
  const navigate = useNavigate();
  const base: Version<Values> = page ? versionOf(page) : { fields: EMPTY, version: 0 };
  const merge = useMerge({
    versionOf,
    save: (changed: Partial<Values>, { fields, version }) =>
      page
        ? call("put", "/api/admin/site/pages/{slug}", {
            path: { slug: page.slug },
            body: { ...fields, ...changed, version },
          })
        : call("post", "/api/admin/site/pages", { body: { ...fields, ...changed } }),
  });
  const form = useForm({
    id: useFormId("page"),
    schema,
    initial: base.fields,
    base,
    submit: (values, from) => merge.run(from as Version<Values>, values),
    done: (saved) => {
      const { fields, version } = versionOf(saved);
      form.restart(fields, { fields, version });
      done(saved.entry ? "Page saved" : "Nothing was changed", saved.entry, saved.title);
      void tell("site");
      if (!page) navigate(adminPaths.sitePage(saved.slug));
    },
    restarted: merge.forget,
    refused: (error) => error instanceof Undecided,
    failed: "The page couldn't be saved",
    draft: `admin-page-${page?.slug ?? "new"}`,
  });
  const places = page?.placeholders.map(({ name, meaning }) => `${name}: ${meaning}`).join(" · ");
  return (
    <Form form={form} label={page?.title ?? "New page"}>
      <div className="max-w-text">
        <TextField form={form} name="title" label={LABELS.title} autoComplete="off" spellCheck />
        {!page && (
          <TextField
            form={form}
            name="slug"
            label={LABELS.slug}
            hint="Such as about-us. Empty: made from the title."
            optional
            autoComplete="off"
          />
        )}
      </div>
      <MarkdownField
        form={form}
        name="content"
        label={LABELS.content}
        hint={places ?? "Markdown. HTML isn't supported."}
        preview={preview}
        rows={18}
      />
      <div className="max-w-text">
        <TextArea
          form={form}
          name="description"
          label={LABELS.description}
          hint="For search engines. Empty: the text's first words."
          optional
          rows={2}
          most={300}
        />
        <TextField
          form={form}
          name="date"
          label={LABELS.date}
          hint="Shown as the day of the last change. Empty: none is shown."
          type="date"
          optional
          autoComplete="off"
        />
        {!page?.isLegal && (
          <SelectField form={form} name="place" label={LABELS.place} choices={PLACES} />
        )}
      </div>
      <MergeNotice
        what="page"
        collision={merge.collision}
        choose={merge.choose}
        labelOf={(field) => LABELS[field]}
        textOf={(field, of) => of[field] ?? ""}
      />
      <div className="mt-5">
        <SubmitButton form={form} busy="Saving...">
          {page ? "Save changes" : "Add the page"}
        </SubmitButton>
      </div>
    </Form>
  );
}
