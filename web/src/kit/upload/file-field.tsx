import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { LIST } from "../../ui/list-role.ts";
import { type Upload, useUploads } from "./use-uploads.ts";

/** JPEG first: Safari then converts its own format to JPEG. */
const PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"];

interface FileFieldProps<Answer> {
  label: string;
  hint?: string;
  /** Media types and extensions, such as ".md". */
  accept?: readonly string[];
  /** "JPEG, PNG or WebP photos" */
  kinds?: string;
  /** Maximum size in bytes; larger files are refused before they are sent. `send` may shrink photos first. */
  most?: number;
  multiple?: boolean;
  /** The label of a second button on handheld devices, which opens the camera. */
  camera?: string;
  send: (
    file: File,
    how: { signal: AbortSignal; onProgress: (share: number) => void },
  ) => Promise<Answer>;
  done: (answer: Answer, file: File) => void;
}

/**
 * Chooses files and uploads them, each with its progress. Dropping and pasting them is optional: the button does the
 * same. If it is the only one on the screen, it takes what is pasted anywhere but in a text.
 */
export function FileField<Answer>({
  label,
  hint,
  accept = PHOTO_TYPES,
  kinds = "JPEG, PNG or WebP photos",
  most,
  multiple = true,
  camera,
  send,
  done,
}: FileFieldProps<Answer>) {
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const refuse = (file: File) => {
    if (!fits(file, accept)) {
      const why = isHeic(file) ? "This is a HEIC photo, which most browsers can't show. " : "";
      return `${why}Please choose ${kinds}.`;
    }
    if (most !== undefined && file.size > most)
      return `This file is over ${Math.floor(most / 1_000_000)} MB.`;
    return null;
  };
  const { uploads, add, retry, remove } = useUploads({ send, done, refuse });
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    add([...(target.files ?? [])]);
    // The same file can be chosen again.
    target.value = "";
  };
  const take = (data: DataTransfer | null) =>
    add([...(data?.files ?? [])].slice(0, multiple ? undefined : 1));
  useEffect(() => {
    const paste = ({ target, clipboardData }: ClipboardEvent) => {
      const isOnly = document.querySelectorAll(".drop-place").length === 1;
      if (place.current?.contains(target as Node) || (isOnly && !isText(target as Element)))
        take(clipboardData);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  });
  return (
    <div className="field-block">
      <label htmlFor={id} className="field-label">
        {label}
      </label>
      {hint && (
        <div id={`${id}-hint`} className="field-hint">
          {hint}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field within it does the same */}
      <div
        ref={place}
        className={isOver ? "drop-place drop-place-over" : "drop-place"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer);
        }}
      >
        <input
          id={id}
          type="file"
          accept={accept.join(",")}
          multiple={multiple}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={choose}
        />
        {camera && (
          <label className="camera-button button button-small">
            {camera}
            <input
              type="file"
              className="sr-only"
              accept={accept.join(",")}
              capture="environment"
              onChange={choose}
            />
          </label>
        )}
      </div>
      <ul {...LIST} className="uploads">
        {uploads.map((upload) => (
          <UploadLine
            key={upload.id}
            upload={upload}
            onRetry={() => retry(upload.id)}
            onRemove={() => remove(upload.id)}
          />
        ))}
      </ul>
    </div>
  );
}

/** Whether text can be pasted there. */
const isText = (target: Element) => target.matches(":read-write");

/** The format of iPhones' cameras, which they convert only in their own browsers. */
const isHeic = ({ name, type }: File) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name);

function fits({ name, type }: File, accept: readonly string[]): boolean {
  return accept.some((one) =>
    one.startsWith(".") ? name.toLowerCase().endsWith(one) : one === type,
  );
}

interface LineProps {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}

function UploadLine({ upload, onRetry, onRemove }: LineProps) {
  const { name, state, progress, message, canRetry } = upload;
  const percent = Math.round(progress * 100);
  return (
    <li>
      <span className="break-all font-semibold">{name}</span>
      {state === "sending" && (
        <progress aria-label={`Sending ${name}`} max={100} value={percent}>
          {`${percent}%`}
        </progress>
      )}
      <span role="status" className={state === "failed" ? "text-red" : "text-soft"}>
        {state === "failed" && <strong>Error: </strong>}
        {state === "failed" ? message : state === "done" ? "Sent" : ""}
      </span>
      <span className="ml-auto flex gap-4">
        {state === "failed" && canRetry && (
          <button type="button" className="text-button" onClick={onRetry}>
            Try again<span className="sr-only"> to send {name}</span>
          </button>
        )}
        {state !== "done" && (
          <button type="button" className="text-button" onClick={onRemove}>
            {state === "sending" ? "Cancel" : "Remove"}
            <span className="sr-only"> {name}</span>
          </button>
        )}
      </span>
    </li>
  );
}
