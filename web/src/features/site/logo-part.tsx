import { type ChangeEvent, type ReactNode, useId, useState } from "react";
import { useDone } from "../../components/admin/use-undo.ts";
import { type Answer, call, messageOf } from "../../kit/api.ts";
import { useChanged } from "../../kit/subjects.ts";
import { useAction } from "../../kit/use-action.ts";

type Look = Answer<"get", "/api/admin/site/look">;

/** In bytes: what the server takes of a PNG; of a drawing it takes less, and says so. */
const LARGEST = 256 * 1024;

interface Words {
  title: string;
  /** Below it where nothing of the operator's is in use. */
  ours: string;
  file: string;
  hint: string;
  remove: string;
}

const LOGO: Words = {
  title: "Logo",
  ours: "Our percolator stands in the bar and as the icon.",
  file: "Your logo",
  hint: "A drawing (SVG, up to 64 KB) or a PNG (up to 256 KB, 2,048 pixels). It is shown 36 pixels high in the bar, and stands in the menu, in emails and in the pictures of shared links. The icon is made of it.",
  remove: "Use ours again",
};

const ICON: Words = {
  title: "Icon",
  ours: "The icon of tabs and phones is made of the logo. A wide logo needs one of its own.",
  file: "Your icon",
  hint: "A drawing or a PNG, as wide as high; from 512 pixels on, it is sharp everywhere.",
  remove: "Make it of the logo again",
};

/** The logo in bar, menu, emails and shared pictures, and the icon. */
export function LogoPart({ look: { logo, icon, hasOwnIcon } }: { look: Look }) {
  return (
    <>
      <FilePart path="/api/admin/site/logo" words={LOGO} shown={logo} isOwn={logo !== null}>
        {logo && !logo.hasPicture && (
          <p className="mb-3 text-amber-ink">
            This drawing stands in bar and menu only. Emails, shared pictures and icons need its
            text converted to paths, or a PNG.
          </p>
        )}
      </FilePart>
      <FilePart
        path="/api/admin/site/icon"
        words={ICON}
        shown={icon === null ? null : { url: icon, width: 64, height: 64 }}
        isOwn={hasOwnIcon}
      />
    </>
  );
}

interface PartProps {
  path: "/api/admin/site/logo" | "/api/admin/site/icon";
  words: Words;
  shown: { url: string; width: number; height: number } | null;
  /** Whether it can be taken away. */
  isOwn: boolean;
  children?: ReactNode;
}

function FilePart({ path, words, shown, isOwn, children }: PartProps) {
  const id = useId();
  const tell = useChanged();
  const done = useDone();
  const [problem, setProblem] = useState("");
  const what = words.title.toLowerCase();
  const saved =
    (title: string) =>
    ({ entry }: Look) => {
      done(entry ? title : "Nothing was changed", entry);
      void tell("site");
    };
  const remove = useAction(() => call("delete", path), {
    done: saved(`${words.title} removed`),
    failed: { title: `Couldn't remove the ${what}`, text: "Please try again." },
  });
  const send = useAction(
    async (file: File) =>
      call("put", path, { body: { file: await inBase64(file) } }).catch((error: unknown) => {
        setProblem(messageOf(error, `The ${what} couldn't be saved. Please try again.`));
        throw error;
      }),
    {
      done: saved(`${words.title} saved`),
      failed: { title: `Couldn't save the ${what}`, text: "Please try again." },
    },
  );
  const chosen = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    // The same file can be chosen again once it is mended.
    target.value = "";
    if (!file) return;
    if (file.size > LARGEST) {
      setProblem("The file may have 256 KB at most, a drawing (SVG) 64 KB.");
      return;
    }
    setProblem("");
    void send.start(file);
  };
  const described = problem ? `${id}-hint ${id}-problem` : `${id}-hint`;
  return (
    <section aria-labelledby={`${id}-title`} className="mt-12 max-w-text">
      <h3 id={`${id}-title`} className="mb-3 font-bold text-xl">
        {words.title}
      </h3>
      {shown && (
        <p className="mb-3 flex flex-wrap items-center gap-4">
          <img
            src={shown.url}
            width={shown.width}
            height={shown.height}
            alt={`The ${what} in use`}
          />
          {isOwn && (
            <button
              type="button"
              className="button button-small"
              disabled={remove.busy}
              onClick={() => remove.start(undefined)}
            >
              {words.remove}
            </button>
          )}
        </p>
      )}
      {!isOwn && <p className="mb-3">{words.ours}</p>}
      {children}
      <label htmlFor={id} className="block font-semibold">
        {isOwn ? `Another ${what}` : words.file}
      </label>
      <p id={`${id}-hint`} className="text-[0.9375rem] text-soft">
        {words.hint}
      </p>
      <input
        id={id}
        type="file"
        accept="image/svg+xml,image/png"
        className="mt-2 max-w-full"
        aria-describedby={described}
        aria-invalid={problem !== ""}
        disabled={send.busy}
        onChange={chosen}
      />
      <p id={`${id}-problem`} className="mt-2 text-red">
        {problem}
      </p>
    </section>
  );
}

async function inBase64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
