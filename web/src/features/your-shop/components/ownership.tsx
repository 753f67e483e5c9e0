import { useState } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { call, useRefresh } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextField } from "../../../kit/form/inputs.tsx";
import { email, text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";

interface ShopProps {
  shop: YourShop;
}

/** Transferring or leaving the shop, and other things that belong to the person and not to the listing. */
export function Ownership({ shop }: ShopProps) {
  return (
    <section aria-labelledby="ownership-title" className="mt-12 max-w-text">
      <h2 id="ownership-title" className="font-bold text-2xl">
        You and this shop
      </h2>
      {shop.role === "owner" && (
        <>
          <HandOver shop={shop} />
          <Leave shop={shop} />
        </>
      )}
      <ul className="mt-6 grid gap-2">
        <li>
          <a className="link" href={paths.signIn()}>
            Where you are signed in, and signing out
          </a>
        </li>
        <li>
          <a className="link" href={paths.takeDown()}>
            Ask us to remove the page or a photo
          </a>
        </li>
      </ul>
    </section>
  );
}

const newOwner = z.object({
  name: text({ required: "Name is required", max: 120 }),
  email: email("Valid email is required"),
});

function HandOver({ shop: { id, slug, name } }: ShopProps) {
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const toast = useToast();
  const form = useForm({
    id: "hand-over",
    schema: newOwner,
    initial: { name: "", email: "" },
    submit: (body) =>
      call("post", "/api/coffee-shops/{slugOrId}/ownership/hand-over", {
        path: { slugOrId: slug },
        body,
      }),
    done: ({ message }) => setSaid(message),
    failed: "The transfer couldn't be started. Please try again.",
    draft: `your-shop-${id}-hand-over`,
  });
  const cancel = useAction(
    () =>
      call("post", "/api/coffee-shops/{slugOrId}/ownership/cancel-hand-over", {
        path: { slugOrId: slug },
        body: {},
      }),
    {
      done: () => {
        setSaid("");
        setOpen(false);
        toast({ title: "The shop stays yours", text: "The transfer was canceled." });
      },
      failed: { title: "Not canceled", text: "The transfer couldn't be canceled." },
    },
  );
  return (
    <div className="mt-4">
      <h3 className="font-semibold text-lg">Transfer it</h3>
      <p className="mt-1 text-soft">
        {`Does ${name} have a new owner? We'll email you both, and you both confirm. Until then it stays yours.`}
      </p>
      <p role="status" className={said ? "form-note" : ""}>
        {said}
      </p>
      {isOpen && said === "" && (
        <Form form={form} label="Transfer it">
          <TextField
            form={form}
            name="name"
            label="Name of the new owner"
            autoComplete="section-new-owner name"
          />
          <TextField
            form={form}
            name="email"
            label="Email address of the new owner"
            type="email"
            autoComplete="section-new-owner email"
          />
          <p className="mt-5">
            <SubmitButton form={form} busy="Sending...">
              Send both emails
            </SubmitButton>
          </p>
        </Form>
      )}
      <p className="mt-3 flex flex-wrap gap-3">
        {!isOpen && (
          <button type="button" className="button button-small" onClick={() => setOpen(true)}>
            Transfer to someone else
          </button>
        )}
        <button
          type="button"
          className="button button-small"
          aria-disabled={cancel.busy}
          onClick={() => cancel.start(undefined)}
        >
          Cancel a transfer
        </button>
      </p>
    </div>
  );
}

function Leave({ shop: { slug, name } }: ShopProps) {
  const [confirmation, confirm] = useConfirm();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const toast = useToast();
  const leave = useAction(
    () =>
      call("post", "/api/coffee-shops/{slugOrId}/ownership/leave", {
        path: { slugOrId: slug },
        body: {},
      }),
    {
      done: () => {
        toast({ title: "You've left", text: `${name} has no owner now.` });
        void refresh("/api/session");
        navigate(paths.signIn());
      },
      failed: { title: "Not left", text: "Please try again." },
    },
  );
  const press = async () => {
    const isSure = await confirm({
      title: `Leave ${name}?`,
      text: "The page stays up without an owner. To come back, claim it again and we'll review the claim.",
      verb: "Leave the shop",
      keep: "Stay",
      destructive: true,
    });
    if (isSure) await leave.start(undefined);
  };
  return (
    <div className="mt-6">
      {confirmation}
      <h3 className="font-semibold text-lg">Leave it</h3>
      <p className="mt-1 text-soft">For when you no longer run the shop and don't know who does.</p>
      <button
        type="button"
        className="button button-danger button-small mt-3"
        aria-disabled={leave.busy}
        onClick={press}
      >
        {leave.busy ? "Leaving..." : "Leave this shop"}
      </button>
    </div>
  );
}
