import { useId } from "react";
import { useConfirm } from "../../../kit/confirm.tsx";
import type { FormState } from "../../../kit/form/use-form.ts";
import { useToast } from "../../../ui/toast.tsx";
import { filledFrom, isMarkdown, MAX_BYTES, textOf } from "./article-file.ts";
import type { ArticleValues } from "./article-values.ts";

/**
 * Imports a Markdown file into the editor. It is read on this device, and nothing is sent until the article is saved.
 */
export function FileButton({ form }: { form: FormState<ArticleValues> }) {
  const id = useId();
  const toast = useToast();
  const [confirmation, confirm] = useConfirm();
  const refuse = (text: string) => toast({ title: "Invalid File", text, destructive: true });
  const take = async (file: File) => {
    if (!isMarkdown(file.name)) return refuse("Please upload a markdown (.md) file");
    if (file.size > 2 * MAX_BYTES) return refuse("Files can be up to 256 KB.");
    const text = textOf(new Uint8Array(await file.arrayBuffer()));
    if (text === null) return refuse("This file isn't UTF-8 text.");
    if (new TextEncoder().encode(text).length > MAX_BYTES)
      return refuse("Files can be up to 256 KB.");
    const { hook } = form;
    if (hook.getValues("content").trim() !== "") {
      const isSure = await confirm({
        title: "Replace the text?",
        text: "The file's text will replace what's here. Fields you've filled in stay.",
        verb: "Replace the text",
        keep: "Keep mine",
      });
      if (!isSure) return;
    }
    const filled = filledFrom(hook.getValues(), file.name, text);
    for (const name of ["slug", "title", "excerpt", "metaDescription", "content"] as const)
      hook.setValue(name, filled[name], { shouldDirty: true });
    toast({ title: "File imported", text: file.name });
  };
  return (
    <div className="field-block">
      {confirmation}
      <label htmlFor={id} className="field-label">
        Upload Markdown
        <span className="field-need">optional</span>
      </label>
      <p id={`${id}-hint`} className="field-hint">
        A .md file. It fills in the text, and any empty title, slug, excerpt and meta description.
      </p>
      <input
        id={id}
        type="file"
        accept=".md,.markdown,text/markdown"
        aria-describedby={`${id}-hint`}
        className="field"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file) void take(file);
        }}
      />
    </div>
  );
}
