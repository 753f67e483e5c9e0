import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import type { components } from "../../../api/schema.gen.ts";
import { adminPaths } from "../../../components/admin/paths.ts";
import { call } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { Field } from "../../../kit/form/field.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { RadioField, SelectField, TextArea, TextField } from "../../../kit/form/inputs.tsx";
import { useForm } from "../../../kit/form/use-form.ts";
import { MarkdownField } from "../../../kit/markdown/markdown-field.tsx";
import { MergeNotice } from "../../../kit/merge/merge-notice.tsx";
import { Undecided, useMerge } from "../../../kit/merge/use-merge.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { blogPaths } from "../paths.ts";
import { type AdminArticle, Status, zoneText } from "./article-status.tsx";
import {
  type ArticleValues,
  bodyOf,
  emptyValues,
  LABELS,
  schema,
  valuesOf,
  versionOf,
} from "./article-values.ts";
import { DeadLinks, Older } from "./editor-notices.tsx";
import { FileButton } from "./file-button.tsx";
import { makeCreation } from "./find-created.ts";
import { usePictures } from "./picture-dialog.tsx";
import { useAutosave } from "./use-autosave.ts";
import { useKeptText, useSlugOfTitle } from "./use-typed-text.ts";

type Category = components["schemas"]["CountedCategory"];
type DeadLink = components["schemas"]["DeadLink"];

interface EditorProps {
  /** `null` for a new one. */
  article: AdminArticle | null;
  categories: readonly Category[];
  /** For new articles. */
  defaultCategory: string;
  /** The site's, in which dates are written. */
  timeZone: string;
}

/** The editor for an article. A draft saves itself; changes visible to readers need the button. */
export function ArticleEditor({ article, categories, defaultCategory, timeZone }: EditorProps) {
  const [saved, setSaved] = useState(article);
  const [links, setLinks] = useState<readonly DeadLink[]>([]);
  const toast = useToast();
  const tell = useChanged();
  const [start] = useState(() => (article ? valuesOf(article) : emptyValues(defaultCategory)));
  const current = useRef(saved);
  current.current = saved;

  const base = useRef(article && versionOf(article));
  const merge = useMerge({
    versionOf,
    save: async (fields: Partial<ArticleValues>, over) => {
      const { id = "" } = current.current ?? {};
      const values = fields as ArticleValues;
      const body = bodyOf(values, over);
      return {
        article: await call("put", "/api/admin/blog/articles/{id}", { path: { id }, body }),
        values,
      };
    },
  });
  const [create] = useState(makeCreation);
  /** Goes on from an article as the server has it. */
  const take = (answer: AdminArticle) => {
    const isNew = base.current === null;
    current.current = answer;
    base.current = versionOf(answer);
    setSaved(answer);
    if (isNew) moveTo(adminPaths.article(answer.id));
    return base.current;
  };
  const first = async (typed: ArticleValues, isAsked: boolean) => {
    const { article, isEarlier } = await create(typed);
    if (!isEarlier) return { article, values: typed };
    const version = take(article);
    restored.settle(article.id, valuesOf(article));
    return merge.run(version, typed, isAsked);
  };
  /** Returns the article, and the values that were saved: typed ones, and others' beside them. */
  const write = async (typed: ArticleValues, isAsked = true) => {
    const known = base.current;
    const answer = await (known ? merge.run(known, typed, isAsked) : first(typed, isAsked));
    take(answer.article);
    // Others' changes are shown, but nothing that was typed during the save is replaced.
    for (const name of Object.keys(LABELS) as "title"[]) {
      const value = answer.values[name];
      if (value !== typed[name] && form.hook.getValues(name) === typed[name])
        form.hook.setValue(name, value);
    }
    restored.settle(answer.article.id, answer.values);
    return answer;
  };
  const textOf = (name: string, values: Partial<ArticleValues>) => {
    const value = values[name] ?? "";
    if (name === "categoryId") return categories.find(({ id }) => id === value)?.name ?? "None";
    return name === "publishing" ? (value === "draft" ? "Draft" : "Published") : value;
  };

  const pictures = usePictures();
  const [confirmation, confirm] = useConfirm();
  /** Lists broken links before readers follow them. */
  const isMeant = async (content: string) => {
    const { deadLinks } = await call("post", "/api/admin/blog/preview", { body: { content } });
    setLinks(deadLinks);
    if (deadLinks.length === 0) return true;
    const [first, ...others] = deadLinks.map(({ address }) => address);
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    return confirm({
      title: "Publish with broken links?",
      text: `${first}${more}. See the list below the text.`,
      verb: "Publish anyway",
      keep: "Keep editing",
    });
  };

  const form = useForm({
    id: "article",
    schema,
    initial: start,
    submit: async (sent) => {
      const values = sent as ArticleValues;
      if (values.publishing === "published" && !(await isMeant(values.content)))
        throw new KeptBack();
      await autosave.settled();
      return write(values);
    },
    refused: (error) => error instanceof KeptBack || error instanceof Undecided,
    failed: saved ? "Failed to update article" : "Failed to create article",
    done: ({ article: answer, values }) => {
      autosave.reset(values);
      void tell(`article:${answer.id}`);
      const title = {
        draft: "Draft saved",
        scheduled: "Article scheduled",
        published: "Article published",
      };
      toast({ title: title[answer.state], text: answer.title });
    },
  });
  const autosave = useAutosave(form, {
    isOn: (values) =>
      merge.collision === null &&
      values.publishing === "draft" &&
      values.title.trim() !== "" &&
      (current.current === null || !current.current.isPublished),
    write: async (values) => (await write(values, false)).values,
    isUndecided: (error) => error instanceof Undecided,
  });
  const restored = useKeptText(form, saved, start, base);
  useSlugOfTitle(form, article === null);
  const discard = () => {
    restored.discard();
    merge.forget();
  };

  const state = useWatch({ control: form.hook.control, name: "publishing" });
  const content = String(useWatch({ control: form.hook.control, name: "content" }));
  const words = content.split(/\s+/).filter(Boolean).length;
  const preview = async (text: string) => {
    const answer = await call("post", "/api/admin/blog/preview", { body: { content: text } });
    setLinks(answer.deadLinks);
    return answer.html;
  };
  const isLive = saved?.isPublished === true;
  return (
    <>
      {pictures.dialog}
      {confirmation}
      <p role="status" className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-soft">
        {saved && <Status article={saved} />}
        <span>{autosave.words}</span>
        {saved?.state === "published" && (
          <a href={blogPaths.article(saved.slug)} className="text-button inline-flex items-center">
            View on the site
          </a>
        )}
        {saved && (
          <a
            href={adminPaths.articleHistory(saved.id)}
            className="text-button inline-flex items-center"
          >
            History
          </a>
        )}
      </p>
      {restored.isRestored && (
        <p className="notice mt-4">
          Unsaved changes restored.{" "}
          <button type="button" className="text-button" onClick={discard}>
            Discard it
          </button>
        </p>
      )}
      {restored.older && (
        <Older
          bringBack={restored.bringBack}
          discard={restored.discardOlder}
          kept={restored.older}
        />
      )}
      <MergeNotice
        what="article"
        collision={merge.collision}
        choose={merge.choose}
        labelOf={(field) => LABELS[field] ?? field}
        textOf={textOf}
      />
      <Form form={form} className="mt-6">
        <div className="min-w-0">
          <TextField form={form} name="title" label="Title" autoComplete="off" />
          <FileButton form={form} />
          <MarkdownField
            form={form}
            name="content"
            label="Text"
            hint="Markdown. HTML isn't supported."
            optional={state === "draft"}
            preview={preview}
            pictures={pictures.add}
            rows={22}
          />
          <p className="field-count">
            {`${plural(words, "word")}, ${plural(Math.max(1, Math.ceil(words / 220)), "minute")} to read`}
          </p>
          <DeadLinks links={links} />
        </div>
        {/* The text needs the whole width, for its preview beside it. */}
        <div className="mt-6 grid items-start gap-x-8 md:grid-cols-2 [&>*]:min-w-0">
          <TextField
            form={form}
            name="slug"
            label="Slug"
            hint={
              isLive
                ? "The last part of the URL. The old URL will redirect to the new one."
                : "The last part of the URL, made from the title."
            }
            optional
            autoComplete="off"
            spellCheck={false}
          />
          <TextArea
            form={form}
            name="excerpt"
            label="Excerpt"
            hint="Shown in lists: one or two sentences."
            optional
            rows={4}
            most={500}
          />
          <TextArea
            form={form}
            name="metaDescription"
            label="Meta description"
            hint="For search engines, which show about 155 characters."
            optional
            rows={4}
            most={300}
          />
          <SelectField
            form={form}
            name="categoryId"
            label="Category"
            optional
            choices={[
              { value: "", text: "None" },
              ...categories.map(({ id, name }) => ({ value: id, text: name })),
            ]}
          />
          <TextField
            form={form}
            name="tags"
            label="Tags"
            hint="Separate with commas: cold brew, water"
            optional
            autoComplete="off"
          />
          <TextField form={form} name="author" label="Author" optional autoComplete="off" />
          <TextField
            form={form}
            name="authorUrl"
            label="Author page"
            type="url"
            optional
            autoComplete="off"
          />
        </div>
        {/* The date stands beside the button that it is about. */}
        <div className="mt-2 max-w-text">
          <RadioField
            form={form}
            name="publishing"
            label="Status"
            choices={[
              { value: "draft", text: "Draft", hint: "Only you can see it." },
              { value: "published", text: "Published", hint: "Now, or on the date below." },
            ]}
          />
          <div className="flex flex-wrap items-end gap-x-5">
            {state === "published" && (
              <Field
                form={form}
                name="publishedAt"
                label="Publish date"
                hint={`In the site's time zone, ${zoneText(timeZone)}. Leave empty to publish now; a future date schedules it.`}
                optional
              >
                {(control) => (
                  <input
                    {...control}
                    {...form.hook.register("publishedAt")}
                    type="datetime-local"
                    max="2999-12-31T23:59"
                    className="field"
                  />
                )}
              </Field>
            )}
            <SubmitButton form={form} busy="Saving...">
              {state !== "published" ? "Save Draft" : isLive ? "Update Article" : "Publish Article"}
            </SubmitButton>
          </div>
        </div>
      </Form>
    </>
  );
}

/**
 * Sets the URL of this screen, so that a reload opens the article. Bypasses the router, which would render the
 * article's own screen while the person is typing.
 */
function moveTo(address: string) {
  History.prototype.replaceState.call(window.history, window.history.state, "", address);
}

/** The editor was asked, and decided not to publish yet. */
class KeptBack extends Error {}
