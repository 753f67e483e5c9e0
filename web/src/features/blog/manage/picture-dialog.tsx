import { useCallback, useEffect, useId, useRef, useState } from "react";
import { call, messageOf } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/dialog.tsx";
import { useSignedIn } from "../../../kit/session.tsx";
import { sendFile } from "../../../kit/upload/send-file.ts";
import { shrinkPhoto } from "../../../kit/upload/shrink.ts";

/** The server's maximum file size; larger photos are scaled down first. */
const LARGEST_SENT = 5_242_880;
/** Larger files aren't photos for an article, not even of a phone with 108 megapixels. */
const LARGEST_READ = 100_000_000;
const TYPES = ["image/jpeg", "image/png", "image/webp"];

interface Job {
  id: number;
  file: File;
  insert: (markdown: string) => void;
}

/** Pictures being added to a text, one dialog at a time. */
export function usePictures() {
  const [queue, setQueue] = useState<readonly Job[]>([]);
  const count = useRef(0);
  const add = useCallback((files: readonly File[], insert: Job["insert"]) => {
    const jobs = files.map((file) => {
      count.current += 1;
      return { id: count.current, file, insert };
    });
    setQueue((before) => [...before, ...jobs]);
  }, []);
  const [job] = queue;
  const dialog = job && (
    <PictureDialog key={job.id} job={job} close={() => setQueue(([, ...rest]) => rest)} />
  );
  return { add, dialog };
}

type Sending =
  | { state: "sending"; percent: number }
  | { state: "sent"; address: string }
  | { state: "failed"; message: string; canRetry: boolean };

/** Asks for the alt text while the picture is uploaded. */
function PictureDialog({ job, close }: { job: Job; close: () => void }) {
  const { file, insert } = job;
  const id = useId();
  const [words, setWords] = useState("");
  const [sending, retry] = useSending(file);
  const add = () => {
    if (sending.state !== "sent") return;
    insert(`![${escaped(words)}](${sending.address})`);
    close();
  };
  return (
    <Dialog open onClose={close} title="Add a picture">
      <p className="mt-3 break-all font-semibold">{file.name || "Pasted picture"}</p>
      <div role="status" className="mt-2 min-h-8">
        {sending.state === "sending" && (
          <progress aria-label="Uploading the picture" max={100} value={sending.percent}>
            {`${sending.percent}%`}
          </progress>
        )}
        {sending.state === "sent" && <span className="text-soft">Sent</span>}
        {sending.state === "failed" && (
          <span className="text-red">
            <strong>Error: </strong>
            {sending.message}
          </span>
        )}
      </div>
      <label htmlFor={id} className="field-label mt-4">
        Description (alt text)
      </label>
      <p id={`${id}-hint`} className="field-hint">
        Read aloud to people who can’t see the picture, such as “A barista pours a flat white.”
        Leave it empty only if the picture is decorative.
      </p>
      <input
        id={id}
        data-first-focus
        className="field"
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        value={words}
        onChange={({ target }) => setWords(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }}
      />
      <div className="mt-6 flex flex-wrap gap-3">
        {sending.state === "failed" && sending.canRetry ? (
          <button type="button" className="button button-primary" onClick={retry}>
            Try again
          </button>
        ) : (
          <button
            type="button"
            className="button button-primary"
            aria-disabled={sending.state !== "sent"}
            onClick={add}
          >
            Add picture
          </button>
        )}
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

function useSending(file: File): [Sending, () => void] {
  const [sending, setSending] = useState<Sending>({ state: "sending", percent: 0 });
  const [attempt, setAttempt] = useState(0);
  const signedIn = useSignedIn();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    const refused = refusal(file);
    if (refused) return setSending({ state: "failed", message: refused, canRetry: false });
    const stop = new AbortController();
    const { signal } = stop;
    const onProgress = (share: number) =>
      setSending({ state: "sending", percent: Math.round(share * 100) });
    setSending({ state: "sending", percent: 0 });
    signedIn(() => send(file, { signal, onProgress })).then(
      (address) => !signal.aborted && setSending({ state: "sent", address }),
      (error: unknown) => {
        if (signal.aborted) return;
        const message = messageOf(error, "Upload failed. Please check your connection.");
        setSending({ state: "failed", message, canRetry: true });
      },
    );
    return () => stop.abort();
  }, [file, signedIn, attempt]);
  return [sending, () => setAttempt((before) => before + 1)];
}

function refusal({ type, size }: File): string | null {
  if (!TYPES.includes(type)) return "Please choose JPEG, PNG or WebP pictures.";
  if (size > LARGEST_READ) return "This picture is over 100 MB.";
  return null;
}

async function send(
  file: File,
  how: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<string> {
  const { uploadURL } = await call("post", "/api/admin/blog/pictures");
  const photo = await shrinkPhoto(file, LARGEST_SENT);
  const { photoURL } = (await sendFile(uploadURL, photo, how)) as { photoURL: string };
  return photoURL;
}

/** Text inside Markdown's brackets. */
const escaped = (words: string) =>
  words
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[[\]\\]/g, "\\$&");
