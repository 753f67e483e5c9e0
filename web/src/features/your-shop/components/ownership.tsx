import { useEffect, useRef, useState } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { type Answer, call, useApi } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextField } from "../../../kit/form/inputs.tsx";
import { email, text, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { useChanged } from "../../../kit/subjects.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useNavigate } from "../../../lib/navigate.ts";
import { paths } from "../../../lib/paths.ts";
import { useToast } from "../../../ui/toast.tsx";
import { dateText } from "../words.ts";
import { ChangeAddress } from "./change-address.tsx";
import { Closing } from "./closing.tsx";
import { Managers, StopManaging } from "./managers.tsx";

interface ShopProps {
  shop: YourShop;
}

/** Transferring or leaving the shop, and other things that belong to the person and not to the listing. */
export function Ownership({ shop }: ShopProps) {
  const [hasLeft, setLeft] = useState(false);
  if (hasLeft) return <Left />;
  return (
    <section
      id="ownership"
      aria-labelledby="ownership-title"
      className="mt-12 max-w-text scroll-mt-28"
    >
      <h2 id="ownership-title" className="font-bold text-2xl">
        You and this shop
      </h2>
      {shop.role === "owner" && (
        <>
          <Managers shop={shop} />
          <Closing shop={shop} />
          <HandOver shop={shop} />
          <Leave shop={shop} done={() => setLeft(true)} />
        </>
      )}
      {shop.role === "manager" && <StopManaging shop={shop} done={() => setLeft(true)} />}
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

const HAND_OVER = "/api/coffee-shops/{slugOrId}/ownership/hand-over";

type Pending = NonNullable<Answer<"get", typeof HAND_OVER>["pending"]>;

function HandOver({ shop }: ShopProps) {
  const { slug, name } = shop;
  const path = { slugOrId: slug };
  const { data } = useApi(HAND_OVER, { path });
  const tell = useChanged();
  const renew = () => void tell(`shop:${shop.id}`);
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  // The pressed button disappears, and the keyboard goes on with what takes its place.
  useEffect(() => {
    if (isOpen && !wasOpen.current) box.current?.querySelector("input")?.focus();
    else if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const waiting = data?.pending ?? null;
  const pending = waiting?.isOwnAddress ? null : waiting;
  return (
    <>
      <div ref={box} className="mt-4">
        <h3 className="font-semibold text-lg">Transfer it</h3>
        <p className="mt-1 text-soft">
          {`Does ${name} have a new owner? We'll email you both, and you both confirm. Until then it stays yours.`}
        </p>
        <p role="status" className={pending ? "form-note wrap-anywhere" : ""}>
          {pending && stateOf(pending)}
        </p>
        {isOpen && (
          <HandOverForm
            shop={shop}
            close={() => {
              setOpen(false);
              renew();
            }}
          />
        )}
        {!isOpen && data && (
          <p className="mt-3 flex flex-wrap gap-3">
            <button
              ref={button}
              type="button"
              className="button button-small"
              onClick={() => setOpen(true)}
            >
              {pending ? "Transfer to someone else instead" : "Transfer to someone else"}
            </button>
            {pending && <KeepIt slug={slug} done={renew} />}
          </p>
        )}
      </div>
      {data && (
        <ChangeAddress
          shop={shop}
          pending={waiting?.isOwnAddress ? waiting : null}
          renew={renew}
          cancel={<KeepIt slug={slug} done={renew} what="change" />}
        />
      )}
    </>
  );
}

function stateOf({ to, ownerConfirmed, newOwnerConfirmed, ends }: Pending): string {
  const [waitsForYou, waitsForThem] = [!ownerConfirmed, !newOwnerConfirmed];
  const whom = waitsForYou && waitsForThem ? "both of you" : waitsForYou ? "you" : "the new owner";
  return `The transfer to ${to} is waiting for ${whom} to confirm, with the link in the email. It ends on ${dateText(ends.slice(0, 10))}.`;
}

function HandOverForm({ shop: { id, slug }, close }: ShopProps & { close: () => void }) {
  const toast = useToast();
  const form = useForm({
    id: "hand-over",
    schema: newOwner,
    initial: { name: "", email: "" },
    submit: (body) => call("post", HAND_OVER, { path: { slugOrId: slug }, body }),
    done: ({ message }) => {
      toast({ title: "Emails sent", text: message });
      close();
    },
    failed: "The transfer couldn't be started. Please try again.",
    draft: `your-shop-${id}-hand-over`,
  });
  return (
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
      <p className="mt-5 flex flex-wrap gap-3">
        <SubmitButton form={form} busy="Sending...">
          Send both emails
        </SubmitButton>
        <button
          type="button"
          className="button"
          onClick={() => {
            form.startOver();
            close();
          }}
        >
          Cancel
        </button>
      </p>
    </Form>
  );
}

const CANCELED = {
  transfer: { title: "The shop stays yours", text: "The transfer was canceled." },
  change: { title: "Your address stays the same", text: "The change was canceled." },
};

function KeepIt({
  slug,
  done,
  what = "transfer",
}: {
  slug: string;
  done: () => void;
  what?: keyof typeof CANCELED;
}) {
  const toast = useToast();
  const cancel = useAction(
    () =>
      call("post", "/api/coffee-shops/{slugOrId}/ownership/cancel-hand-over", {
        path: { slugOrId: slug },
        body: {},
      }),
    {
      done: () => {
        toast(CANCELED[what]);
        done();
      },
      failed: { title: `Couldn't cancel the ${what}`, text: "Please try again." },
    },
  );
  return (
    <button
      type="button"
      className="button button-small"
      aria-disabled={cancel.busy}
      onClick={() => cancel.start(undefined)}
    >
      {`Cancel the ${what}`}
    </button>
  );
}

/** On the way out. The panels are gone first: they would ask again for what is no longer theirs to see. */
function Left() {
  const tell = useChanged();
  const navigate = useNavigate();
  useEffect(() => {
    void tell("session", "claim");
    navigate(paths.signIn());
  }, [tell, navigate]);
  return null;
}

function Leave({ shop: { slug, name }, done }: ShopProps & { done: () => void }) {
  const [confirmation, confirm] = useConfirm();
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
        done();
      },
      failed: { title: "You're still the owner", text: "Please try again." },
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
