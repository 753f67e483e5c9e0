import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Controller, type FieldValues } from "react-hook-form";
import { messageOf } from "../api.ts";
import { type ControlProps, Field, type FieldProps } from "../form/field.tsx";
import { useSignedIn } from "../session.tsx";
import { applyMark, type Mark } from "./edits.ts";

interface MarkdownFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** The server's HTML of a text; it is sanitized there, by the rules that hold for the published page. */
  preview: (text: string) => Promise<string>;
  rows?: number;
}

/** Markdown in a form: written in one tab, read in the other; side by side where there is room. */
export function MarkdownField<V extends FieldValues>({
  preview,
  rows,
  ...field
}: MarkdownFieldProps<V>) {
  return (
    <Field {...field}>
      {(control) => (
        <Controller
          control={field.form.hook.control}
          name={field.name}
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <MarkdownEditor
              control={control}
              text={value}
              onText={onChange}
              onBlur={onBlur}
              fieldRef={ref}
              preview={preview}
              rows={rows}
            />
          )}
        />
      )}
    </Field>
  );
}

interface EditorProps {
  control: ControlProps;
  text: string;
  onText: (text: string) => void;
  onBlur: () => void;
  fieldRef: (element: HTMLTextAreaElement | null) => void;
  preview: (text: string) => Promise<string>;
  rows: number | undefined;
}

function MarkdownEditor({
  control,
  text,
  onText,
  onBlur,
  fieldRef,
  preview,
  rows = 16,
}: EditorProps) {
  const [tab, setTab] = useState<"write" | "preview">("write");
  const area = useRef<HTMLTextAreaElement | null>(null);
  const shown = usePreview(text, preview);
  const change = (mark: Mark) => {
    const element = area.current;
    if (!element) return;
    const { selectionStart: start, selectionEnd: end } = element;
    const marked = applyMark(mark, { text, start, end });
    onText(marked.text);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(marked.start, marked.end);
    });
  };
  return (
    <div className="markdown" data-tab={tab}>
      <fieldset className="markdown-tabs" aria-label="Write or preview">
        {(["write", "preview"] as const).map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={tab === one}
            onClick={() => setTab(one)}
            className="text-button"
          >
            {one === "write" ? "Write" : "Preview"}
          </button>
        ))}
      </fieldset>
      <div className="markdown-write">
        <Toolbar onMark={change} controls={control.id} area={area} />
        <textarea
          {...control}
          ref={(element) => {
            area.current = element;
            fieldRef(element);
          }}
          rows={rows}
          className="field field-area"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onBlur={onBlur}
        />
      </div>
      <div className="markdown-preview">
        <p className="mb-2 text-[0.9375rem] text-soft">Preview</p>
        {shown.failed && <p className="text-red">{shown.failed}</p>}
        <div
          className="article-text"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server
          dangerouslySetInnerHTML={{ __html: shown.html }}
        />
      </div>
    </div>
  );
}

/** Milliseconds without a key, after which the server is asked. */
const PAUSE = 400;

function usePreview(text: string, preview: (text: string) => Promise<string>) {
  const [shown, setShown] = useState({ html: "", failed: "" });
  const signedIn = useSignedIn();
  const latest = useRef(preview);
  latest.current = preview;
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      try {
        const html = await signedIn(() => latest.current(text));
        if (isCurrent) setShown({ html, failed: "" });
      } catch (error) {
        const failed = messageOf(error, "The preview could not be loaded.");
        if (isCurrent) setShown((before) => ({ ...before, failed }));
      }
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text, signedIn]);
  return shown;
}

const MARKS: readonly { mark: Mark; text: string; sign: string; key?: string }[] = [
  { mark: "bold", text: "Bold", sign: "B", key: "b" },
  { mark: "italic", text: "Italic", sign: "I", key: "i" },
  { mark: "link", text: "Link", sign: "Link", key: "k" },
  { mark: "heading", text: "Heading", sign: "H" },
  { mark: "quote", text: "Quote", sign: "“" },
  { mark: "list", text: "List", sign: "•" },
  { mark: "numbers", text: "Numbered list", sign: "1." },
];

interface ToolbarProps {
  onMark: (mark: Mark) => void;
  controls: string;
  area: RefObject<HTMLTextAreaElement | null>;
}

/** One stop of the Tab key; arrows go from button to button. */
function Toolbar({ onMark, controls, area }: ToolbarProps) {
  const [at, setAt] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const latest = useRef(onMark);
  latest.current = onMark;
  useEffect(() => {
    const element = area.current;
    const shortcut = (event: globalThis.KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      const found = MARKS.find(({ key }) => key === event.key);
      if (!found) return;
      event.preventDefault();
      latest.current(found.mark);
    };
    element?.addEventListener("keydown", shortcut);
    return () => element?.removeEventListener("keydown", shortcut);
  }, [area]);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (at + step + MARKS.length) % MARKS.length;
    setAt(next);
    buttons.current[next]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      aria-controls={controls}
      onKeyDown={move}
      tabIndex={-1}
    >
      {MARKS.map(({ mark, text, sign }, index) => (
        <button
          key={mark}
          ref={(button) => {
            buttons.current[index] = button;
          }}
          type="button"
          tabIndex={index === at ? 0 : -1}
          aria-label={text}
          title={text}
          className={`markdown-mark markdown-${mark}`}
          onFocus={() => setAt(index)}
          onClick={() => onMark(mark)}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}
