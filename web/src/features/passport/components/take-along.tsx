import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { problemOf } from "../../../components/use-remarks.ts";
import {
  changePassport,
  clearPassport,
  keepForOffline,
  type Passport,
  parsePassport,
  passportText,
  readPassport,
  today,
} from "../../../lib/passport.ts";
import { paths } from "../../../lib/paths.ts";
import { useSite } from "../../../lib/site.tsx";
import { plural } from "../../../lib/text.ts";
import { useToast } from "../../../ui/toast.tsx";
import { MAX_IN_LINK, writeLink } from "../link.ts";
import { mergePassports } from "../merge.ts";
import { useAdd } from "./brought-shops.tsx";
import { LinkCode } from "./link-code.tsx";

/** Larger files aren't passports. */
const LARGEST_FILE = 2_000_000;

/** Takes the list to another device, as a link or a file, or removes it from this one. */
export function TakeAlong({ passport }: { passport: Passport }) {
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      {passport.length > 0 && <LinkOut passport={passport} />}
      <Files passport={passport} />
    </div>
  );
}

function LinkOut({ passport }: { passport: Passport }) {
  const toast = useToast();
  const { publicUrl } = useSite();
  const field = useRef<HTMLInputElement>(null);
  const [canShare, setCanShare] = useState(false);
  const id = useId();
  useEffect(() => setCanShare("share" in navigator), []);
  const addressOf = (shops: Passport) => `${publicUrl}${paths.passport()}${writeLink(shops)}`;
  const link = addressOf(passport);

  const copy = () => {
    field.current?.select();
    // Unavailable in insecure contexts, and browsers may refuse it.
    const copied = navigator.clipboard?.writeText(link) ?? Promise.reject();
    copied.then(
      () => toast({ title: "Link copied", text: "Open it on your other device." }),
      () => toast({ title: "The link is selected", text: "Copy it with your keyboard or menu." }),
    );
  };
  const share = () => {
    // Closing the device's share sheet isn't an error.
    navigator.share({ title: "My coffee passport", url: link }).catch(() => undefined);
  };

  return (
    <div>
      <h3 className="font-bold text-lg">As a link</h3>
      <p className="mt-1 text-soft">
        The list is in the link itself. Whoever opens it sees these shops and days, without your
        notes.
        {passport.length > MAX_IN_LINK &&
          ` A link holds the first ${MAX_IN_LINK}; a file holds them all.`}
      </p>
      <label htmlFor={id} className="sr-only">
        Link to your passport
      </label>
      <input
        ref={field}
        id={id}
        className="field mt-3 font-mono"
        readOnly
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button button-primary" onClick={copy}>
          Copy link
        </button>
        {canShare && (
          <button type="button" className="button" onClick={share}>
            Share…
          </button>
        )}
        <LinkCode passport={passport} addressOf={addressOf} />
      </div>
    </div>
  );
}

function Files({ passport }: { passport: Passport }) {
  const toast = useToast();
  const add = useAdd();
  const picker = useRef<HTMLInputElement>(null);

  const read = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    const file = input.files?.[0];
    const found = file && file.size <= LARGEST_FILE ? parsePassport(await file.text()) : null;
    input.value = "";
    if (found && found.length > 0) add(found);
    else
      toast({
        title: "That's not a passport file",
        text: "Choose a file you saved from this page.",
        destructive: true,
      });
  };

  return (
    <div>
      <h3 className="font-bold text-lg">As a file</h3>
      <p className="mt-1 text-soft">
        {passport.length > 0
          ? "Everything, including your notes. Importing a file adds what's missing here."
          : "Import file that you saved there. A link from there works as well: just open it here."}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        {passport.length > 0 && (
          <button type="button" className="button" onClick={() => download(passport)}>
            Save as file
          </button>
        )}
        <button type="button" className="button" onClick={() => picker.current?.click()}>
          Import file
        </button>
        <input
          ref={picker}
          type="file"
          accept="application/json,.json"
          aria-label="Passport file"
          tabIndex={-1}
          className="sr-only"
          onChange={read}
        />
      </div>
      {passport.length > 0 && <RemoveAll passport={passport} />}
    </div>
  );
}

function download(passport: Passport) {
  const address = URL.createObjectURL(
    new Blob([passportText(passport)], { type: "application/json" }),
  );
  const link = document.createElement("a");
  link.href = address;
  link.download = `coffee-passport-${today()}.json`;
  link.click();
  // After the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function RemoveAll({ passport }: { passport: Passport }) {
  const toast = useToast();
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const remove = () => {
    const before = readPassport();
    const keeping = clearPassport();
    dialog.current?.close();
    if (keeping !== "kept") return toast(problemOf(keeping));
    keepForOffline();
    const undo = () => {
      const keeping = changePassport((now) => mergePassports(now, before).shops);
      if (keeping === "kept") keepForOffline();
      else toast(problemOf(keeping));
    };
    toast({ title: "Your passport is empty", action: { text: "Undo", run: undo } });
  };
  return (
    <>
      <button
        type="button"
        className="link mt-6 rounded py-1"
        onClick={() => dialog.current?.showModal()}
      >
        Remove everything…
      </button>
      <dialog ref={dialog} aria-labelledby={title} className="passport-dialog">
        <h2 id={title} className="font-bold text-xl">
          {`Remove ${plural(passport.length, "shop")} from this device?`}
        </h2>
        <p className="mt-2 text-soft">
          Their stamps, dates and notes are removed, too. Links and files you've already made still
          work.
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <button type="button" className="button" onClick={() => dialog.current?.close()}>
            Keep them
          </button>
          <button type="button" className="button button-danger" onClick={remove}>
            Remove everything
          </button>
        </div>
      </dialog>
    </>
  );
}
