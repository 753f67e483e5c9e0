import type { YourShop } from "../../../api/your-shop.ts";
import { type Answer, call, useApi } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { Form, SubmitButton } from "../../../kit/form/form.tsx";
import { TextField } from "../../../kit/form/inputs.tsx";
import { email, z } from "../../../kit/form/rules.ts";
import { useForm } from "../../../kit/form/use-form.ts";
import { Async } from "../../../kit/states.tsx";
import { useChanged } from "../../../kit/subjects.ts";
import { dayText } from "../../../kit/time.ts";
import { useAction } from "../../../kit/use-action.ts";
import { LIST } from "../../../ui/list-role.ts";
import { useToast } from "../../../ui/toast.tsx";

interface ShopProps {
  shop: YourShop;
}

const MANAGERS = "/api/your-shop/{slugOrId}/managers";

type Manager = Answer<"get", typeof MANAGERS>[number];

/** The people who maintain the page with its owner: invited, listed, removed. */
export function Managers({ shop }: ShopProps) {
  const managers = useApi(MANAGERS, { path: { slugOrId: shop.slug } });
  return (
    <section id="managers" aria-labelledby="managers-title" className="mt-6 scroll-mt-28">
      <h3 id="managers-title" className="font-semibold text-lg">
        People who help
      </h3>
      <p className="mt-1 text-soft">
        They edit the page, photos and story, decide suggestions and see the results. Transferring
        or closing the shop, payments and this list stay with you.
      </p>
      <Async result={managers} what="the people who help">
        {(rows) =>
          rows.length > 0 && (
            <ul {...LIST} className="mt-3 grid gap-3">
              {rows.map((row) => (
                <Row key={row.id} shop={shop} manager={row} />
              ))}
            </ul>
          )
        }
      </Async>
      <Invite shop={shop} />
    </section>
  );
}

function stateOf({ acceptedAt, endsAt, hasExpired }: Manager): string {
  if (acceptedAt !== null) return `Helps since ${dayText(acceptedAt)}`;
  if (hasExpired) return "Didn't answer; the invitation has ended";
  return endsAt === null ? "Invited" : `Invited; the link works until ${dayText(endsAt)}`;
}

function Row({ shop, manager }: ShopProps & { manager: Manager }) {
  const [question, confirm] = useConfirm();
  const toast = useToast();
  const tell = useChanged();
  const { id, name } = manager;
  const isIn = manager.acceptedAt !== null;
  const remove = useAction(
    () => call("delete", `${MANAGERS}/{id}`, { path: { slugOrId: shop.slug, id } }),
    {
      done: () => {
        void tell("shop");
        toast({ title: isIn ? "Removed" : "Invitation withdrawn", text: manager.email });
      },
      failed: { title: "Couldn't save the change", text: "Please try again." },
    },
  );
  const press = async () => {
    if (remove.busy) return;
    const isSure =
      !isIn ||
      (await confirm({
        title: `Remove ${name ?? manager.email}?`,
        text: "They can't edit the page anymore, from this moment on. We'll email them that.",
        verb: "Remove",
        destructive: true,
      }));
    if (isSure) await remove.start(undefined);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line bg-raised p-4">
      {question}
      <p className="min-w-0">
        <strong className="wrap-anywhere">{name ?? manager.email}</strong>
        {name !== null && <span className="wrap-anywhere text-soft">{` · ${manager.email}`}</span>}
        <span className="block text-[0.9375rem] text-soft">{stateOf(manager)}</span>
      </p>
      <button
        type="button"
        className="button button-small"
        aria-disabled={remove.busy}
        onClick={() => void press()}
      >
        {isIn ? "Remove" : "Withdraw"}
        <span className="sr-only">{` ${name ?? manager.email}`}</span>
      </button>
    </li>
  );
}

function Invite({ shop }: ShopProps) {
  const toast = useToast();
  const tell = useChanged();
  const form = useForm({
    id: "invite-manager",
    schema: z.object({ email: email("Valid email is required") }),
    initial: { email: "" },
    submit: (body) => call("post", MANAGERS, { path: { slugOrId: shop.slug }, body }),
    done: (invited) => {
      void tell("shop");
      toast({ title: "Invitation sent", text: invited.email });
      form.startOver();
    },
    failed: "The invitation couldn't be sent. Please try again.",
    draft: `your-shop-${shop.id}-manager`,
  });
  return (
    <Form form={form} label="Invite somebody to help">
      <TextField
        form={form}
        name="email"
        label="Email address of who should help"
        type="email"
        autoComplete="off"
        hint="We'll email them a link, which works for seven days."
      />
      <p className="mt-4">
        <SubmitButton form={form} busy="Sending...">
          Send an invitation
        </SubmitButton>
      </p>
    </Form>
  );
}

/** For a manager: leaving. */
export function StopManaging({ shop, done }: ShopProps & { done: () => void }) {
  const [question, confirm] = useConfirm();
  const toast = useToast();
  const stop = useAction(
    () =>
      call("post", "/api/your-shop/{slugOrId}/stop-managing", { path: { slugOrId: shop.slug } }),
    {
      done: () => {
        toast({ title: "You've left", text: `You no longer help manage ${shop.name}.` });
        done();
      },
      failed: { title: "You still help manage it", text: "Please try again." },
    },
  );
  const press = async () => {
    if (stop.busy) return;
    const isSure = await confirm({
      title: `Stop managing ${shop.name}?`,
      text: "You can't edit its page anymore, and we'll tell the owner. To come back, the owner has to invite you again.",
      verb: "Stop managing",
      keep: "Stay",
      destructive: true,
    });
    if (isSure) await stop.start(undefined);
  };
  return (
    <div className="mt-6">
      {question}
      <p className="text-soft">
        {`You help manage ${shop.name}. Transferring or closing it, payments and who else helps are up to its owner.`}
      </p>
      <button
        type="button"
        className="button button-danger button-small mt-3"
        aria-disabled={stop.busy}
        onClick={() => void press()}
      >
        {stop.busy ? "Leaving..." : "Stop managing this shop"}
      </button>
    </div>
  );
}
