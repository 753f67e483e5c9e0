import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { Controller, type FieldValues } from "react-hook-form";
import { messageOf } from "../api.ts";
import { type ControlProps, Field, type FieldProps } from "../form/field.tsx";
import { useSignedIn } from "../session.tsx";
import { type Mark, markEdit, pieceEdit } from "./edits.ts";
import { typeEdit } from "./type-edit.ts";

interface MarkdownFieldProps<V extends FieldValues> extends FieldProps<V> {
  /** The server's HTML for a text, sanitized there by the rules for published pages. */
  preview: (text: string) => Promise<string>;
  rows?: number;
  /** Handles pictures that are dropped, pasted or chosen; `insert` puts Markdown at the cursor. */
  pictures?: TakePictures;
}

type TakePictures = (files: readonly File[], insert: (markdown: string) => void) => void;

/** A Markdown field: write in one tab, preview in the other; side by side if there is room. */
export function MarkdownField<V extends FieldValues>({
  preview,
  rows,
  pictures,
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
              pictures={pictures}
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
  pictures: TakePictures | undefined;
}

function MarkdownEditor({
  control,
  text,
  onText,
  onBlur,
  fieldRef,
  preview,
  rows = 16,
  pictures,
}: EditorProps) {
  const [tab, setTab] = useState<"write" | "preview">("write");
  const area = useRef<HTMLTextAreaElement | null>(null);
  const shown = usePreview(text, preview);
  const change = (mark: Mark) => {
    const element = area.current;
    if (!element) return;
    const { value, selectionStart: start, selectionEnd: end } = element;
    typeEdit(element, markEdit(mark, { text: value, start, end }));
  };
  const insert = (markdown: string) => {
    const element = area.current;
    if (!element) return;
    // Known only now: a closing dialog gives the field back with another selection.
    const at = element.selectionEnd;
    // By then, the dialog that asked for the picture is closed and lets the field have the focus.
    setTimeout(() => typeEdit(element, pieceEdit(element.value, at, markdown)));
  };
  /** Whether there were pictures in what was dropped or pasted. */
  const take = (data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])].filter(({ type }) => type.startsWith("image/"));
    if (!pictures || files.length === 0) return false;
    pictures(files, insert);
    return true;
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
          onPaste={(event) => {
            if (take(event.clipboardData)) event.preventDefault();
          }}
          onDragOver={(event) => {
            if (pictures && event.dataTransfer.types.includes("Files")) event.preventDefault();
          }}
          onDrop={(event) => {
            if (take(event.dataTransfer)) event.preventDefault();
          }}
        />
        {pictures && (
          <PictureChooser id={`${control.id}-pictures`} onFiles={(all) => pictures(all, insert)} />
        )}
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

/** The same as dropping and pasting, with a button. */
function PictureChooser({
  id,
  onFiles,
}: {
  id: string;
  onFiles: (files: readonly File[]) => void;
}) {
  return (
    <p className="mt-2 text-[0.9375rem]">
      <label htmlFor={id} className="font-semibold">
        Add pictures
      </label>{" "}
      <span className="text-soft">or drop or paste them into the text.</span>
      <input
        id={id}
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp"
        className="field mt-1"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </p>
  );
}

/** Milliseconds without typing until the server is asked. */
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
        const failed = messageOf(error, "The preview couldn't load.");
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

/** A single tab stop; arrow keys move between buttons. */
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
