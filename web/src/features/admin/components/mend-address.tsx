import { type FormEvent, useId, useState } from "react";
import { call } from "../../../kit/api.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";
import type { Waiting } from "./inbox-decisions.ts";

interface Props {
  item: Waiting;
  onSent: () => void;
}

/** Sends a bounced email to the right address. */
export function MendAddress({ item, onSent }: Props) {
  const id = useId();
  const toast = useToast();
  const tell = useChanged();
  const [, known = ""] = /^To (\S+)\. /.exec(item.text) ?? [];
  const [recipient, setRecipient] = useState(known);
  const { start, busy } = useAction(
    () =>
      call("post", "/api/admin/outbox/{id}/retry", {
        path: { id: item.id },
        body: { recipient: recipient.trim() },
      }),
    {
      done: () => {
        toast({ title: "Queued again", text: `To ${recipient.trim()}` });
        onSent();
        void tell("mail");
      },
      failed: { title: "Couldn't send the email", text: "Please try again." },
    },
  );
  const isSame = recipient.trim() === "" || recipient.trim() === known;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSame && !busy) void start(undefined);
  };
  return (
    <form className="mt-4 flex flex-wrap items-end gap-3" onSubmit={submit}>
      <div className="min-w-0 flex-1 basis-60">
        <label htmlFor={id} className="field-label">
          Right address
        </label>
        <input
          id={id}
          className="field"
          type="email"
          autoComplete="off"
          value={recipient}
          onChange={({ target }) => setRecipient(target.value)}
        />
      </div>
      <button type="submit" className="button" aria-disabled={isSame || busy}>
        Send to this address
      </button>
      {isSame && (
        <p className="basis-full text-[0.9375rem] text-soft">Correct the address first.</p>
      )}
    </form>
  );
}
