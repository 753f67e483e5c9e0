import { useState } from "react";
import type { YourShop } from "../../../api/your-shop.ts";
import { type Answer, call, useApi } from "../../../kit/api.ts";
import { useConfirm } from "../../../kit/confirm.tsx";
import { dayAfter, FOUR_DIGITS, hasFourDigits, inTwoYears, todayHere } from "../../../kit/days.ts";
import { TextField } from "../../../kit/form/inputs.tsx";
import { z } from "../../../kit/form/rules.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";
import { withClosure } from "../closure.ts";
import { comingFrom } from "../special-days.ts";
import { useShopForm } from "../use-shop-form.ts";
import { useSaved } from "../use-your-shop.ts";
import { dateText } from "../words.ts";
import { PanelForm } from "./edit-panel.tsx";

interface ShopProps {
  shop: YourShop;
}

type State = Answer<"get", "/api/your-shop/{slugOrId}/closing">;

/** For a shop that is closed for a while, for good, or not to be listed anymore (D107). Each takes one press, and one press takes it back. */
export function Closing({ shop }: ShopProps) {
  const { data } = useApi("/api/your-shop/{slugOrId}/closing", { path: { slugOrId: shop.slug } });
  if (!data) return null;
  return (
    <div className="mt-6">
      <h3 className="font-semibold text-lg">Close or remove it</h3>
      {data.closing ? (
        <Closed shop={shop} state={data} />
      ) : (
        <>
          <ForNow shop={shop} />
          <ForGood shop={shop} />
        </>
      )}
    </div>
  );
}

/** What it is, and the way back. */
function Closed({ shop, state: { closing, reopenUntil } }: ShopProps & { state: State }) {
  const toast = useToast();
  const saved = useSaved(shop.slug);
  const reopen = useAction(
    () => call("post", "/api/your-shop/{slugOrId}/reopen", { path: { slugOrId: shop.slug } }),
    {
      done: (after) => {
        saved(after);
        toast({ title: "Saved", text: "Visitors can see it now." });
      },
      failed: { title: "Couldn't reopen the shop", text: "Please try again." },
    },
  );
  return (
    <>
      <p className="form-note">
        {closing === "removed"
          ? "Your listing is removed: visitors don't see the page."
          : "The page says this shop is permanently closed."}
        {reopenUntil && ` You can take this back until ${dateText(reopenUntil.slice(0, 10))}.`}
      </p>
      {reopenUntil && (
        <button
          type="button"
          className="button button-small mt-3"
          aria-disabled={reopen.busy}
          onClick={() => reopen.start(undefined)}
        >
          {closing === "removed" ? "List it again" : "It's open again"}
        </button>
      )}
    </>
  );
}

/** Closed until a day: the same as an entry in the special days. */
function ForNow({ shop }: ShopProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mt-3">
      {isOpen ? (
        <ForNowForm shop={shop} close={() => setOpen(false)} />
      ) : (
        <button type="button" className="button button-small" onClick={() => setOpen(true)}>
          Temporarily closed until…
        </button>
      )}
    </div>
  );
}

function ForNowForm({ shop, close }: ShopProps & { close: () => void }) {
  const [today, latest] = [todayHere(), inTwoYears()];
  const state = useShopForm({
    shop,
    panel: "closing",
    schema: z.object({
      until: z
        .string()
        .check(z.refine(hasFourDigits, FOUR_DIGITS))
        .check(z.refine((day) => day > today, "Please choose the day on which you open again."))
        .check(
          z.refine(
            (day) => day <= latest,
            "Please choose a day within two years. You can move it later.",
          ),
        ),
    }),
    initial: { until: "" },
    fieldsOf: ({ until }) => ({
      specialDays: withClosure(comingFrom(today, shop.specialDays), today, dayAfter(until, -1)),
    }),
    close,
  });
  return (
    <PanelForm state={state}>
      <TextField
        form={state.form}
        name="until"
        label="Temporarily closed until"
        type="date"
        max={latest}
        hint="The day on which you open again. The page says so, and you can change it under “Special days”."
        autoComplete="off"
        className="[&_input]:max-w-60"
      />
    </PanelForm>
  );
}

const WAYS = {
  permanently_closed: {
    text: "Permanently closed",
    title: (name: string) => `Has ${name} closed for good?`,
    about:
      "The page stays and says so, and the shop leaves lists and searches. A boost isn't renewed. You can take it back for 30 days.",
    verb: "It has closed",
  },
  removed: {
    text: "Remove my listing",
    title: (name: string) => `Remove ${name}?`,
    about:
      "Nobody sees the page anymore, and later imports leave it out. A boost isn't renewed. You can take it back for 30 days.",
    verb: "Remove the listing",
  },
} as const;

function ForGood({ shop: { slug, name } }: ShopProps) {
  const [confirmation, confirm] = useConfirm();
  const saved = useSaved(slug);
  const toast = useToast();
  const close = useAction(
    (closing: keyof typeof WAYS) =>
      call("post", "/api/your-shop/{slugOrId}/close", {
        path: { slugOrId: slug },
        body: { closing },
      }),
    {
      done: (after, closing) => {
        saved(after);
        toast({ title: WAYS[closing].text, text: name });
      },
      failed: { title: "Couldn't save it", text: "Please try again." },
    },
  );
  const press = async (closing: keyof typeof WAYS) => {
    const { title, about, verb } = WAYS[closing];
    const isSure = await confirm({
      title: title(name),
      text: about,
      verb,
      keep: "Keep it as it is",
      destructive: true,
    });
    if (isSure) await close.start(closing);
  };
  return (
    <p className="mt-3 flex flex-wrap gap-3">
      {confirmation}
      {(["permanently_closed", "removed"] as const).map((closing) => (
        <button
          key={closing}
          type="button"
          className="button button-danger button-small"
          aria-disabled={close.busy}
          onClick={() => !close.busy && press(closing)}
        >
          {WAYS[closing].text}
        </button>
      ))}
    </p>
  );
}
