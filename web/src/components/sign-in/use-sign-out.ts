import { type ReactNode, useContext } from "react";
import { useConfirm } from "../../kit/confirm.tsx";
import { clearUnsaved, DraftOwner, hasUnsaved } from "../../kit/form/draft.ts";
import { dropAllPhotos } from "../../kit/kept-photo.ts";
import { useAction } from "../../kit/use-action.ts";

interface SignOut {
  /** "Log out" or "Sign out". */
  verb: string;
  call: () => Promise<unknown>;
  done: () => void;
  /** The title of the message if it fails. */
  failed: string;
}

/** Ends the session. If something that this person typed isn't saved, asks once, and then deletes it from this browser. */
export function useSignOut({ verb, call, done, failed }: SignOut) {
  const [confirmation, confirm] = useConfirm();
  const owner = useContext(DraftOwner);
  const out = useAction(call, {
    done: () => {
      clearUnsaved(owner);
      dropAllPhotos();
      done();
    },
    failed: { title: failed, text: "Please try again." },
  });
  const start = async () => {
    const isSure =
      !hasUnsaved(owner) ||
      (await confirm({
        title: `${verb} without saving?`,
        text: "You have unsaved changes, here or in another tab. They will be deleted from this browser.",
        verb,
        keep: "Stay",
        destructive: true,
      }));
    if (isSure) void out.start(undefined);
  };
  return { confirmation: confirmation as ReactNode, busy: out.busy, start };
}
