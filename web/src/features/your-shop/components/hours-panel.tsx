import type { YourShop } from "../../../api/your-shop.ts";
import { confirmHours } from "../../../api/your-shop.ts";
import { z } from "../../../kit/form/rules.ts";
import { ReadBack } from "../../../kit/hours/hours-editor.tsx";
import { HoursField, weekRule } from "../../../kit/hours/hours-field.tsx";
import { emptyWeek, readHours } from "../../../kit/hours/week.ts";
import { useAction } from "../../../kit/use-action.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useShopForm } from "../use-shop-form.ts";
import { useSaved } from "../use-your-shop.ts";
import { confirmedText, FRESHNESS } from "../words.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";

interface PanelProps {
  shop: YourShop;
}

/** The regular weekly hours. */
export function HoursPanel({ shop }: PanelProps) {
  const week = shop.weeklyHours ? readHours(shop.weeklyHours) : null;
  const text = shop.hours ?? shop.weeklyHours;
  return (
    <EditPanel
      shopId={shop.id}
      id="hours"
      title="Opening hours"
      edit={(close) => <HoursForm shop={shop} close={close} />}
    >
      {week ? (
        <ReadBack week={week} />
      ) : (
        <p className={text ? "mt-2 whitespace-pre-line" : "mt-2 text-soft"}>
          {text ?? "Visitors don't see any hours yet."}
        </p>
      )}
      {text && <Confirmation shop={shop} />}
    </EditPanel>
  );
}

/** Confirms the hours with one press. */
function Confirmation({ shop }: PanelProps) {
  const saved = useSaved(shop.slug);
  const toast = useToast();
  const confirm = useAction(() => confirmHours(shop.slug), {
    done: (after) => {
      saved(after);
      toast({ title: "Thank you", text: `${confirmedText(after.hoursConfirmedAt)}.` });
    },
    failed: {
      title: "Couldn't confirm the hours",
      text: "Please check your connection and try again.",
    },
  });
  const freshness = shop.hoursFreshness && FRESHNESS[shop.hoursFreshness];
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      <button
        type="button"
        className="button button-primary"
        aria-disabled={confirm.busy}
        onClick={() => confirm.start(undefined)}
      >
        {confirm.busy ? "Confirming..." : "These hours are right"}
      </button>
      <div>
        <p className="font-semibold">{confirmedText(shop.hoursConfirmedAt)}</p>
        {freshness && <p className={`badge ${freshness.badge}`}>{freshness.words}</p>}
      </div>
    </div>
  );
}

function HoursForm({ shop, close }: PanelProps & { close: () => void }) {
  const week = readHours(shop.weeklyHours ?? "");
  // Hours that can't be shown as a week must not be lost by pressing "Save".
  const isUnreadable = week === null || (!shop.weeklyHours && shop.hours !== null);
  const rule = isUnreadable
    ? weekRule().check(z.minLength(1, "Please enter the hours, or cancel."))
    : weekRule();
  const state = useShopForm({
    shop,
    panel: "hours",
    schema: z.object({ weeklyHours: rule }),
    initial: { weeklyHours: week ?? emptyWeek() },
    fieldsOf: ({ weeklyHours }) => ({ weeklyHours: weeklyHours || null }),
    close,
  });
  const usual = shop.usualHours ? readHours(shop.usualHours) : null;
  return (
    <PanelForm state={state}>
      {isUnreadable && (
        <p className="form-note">
          {`The week below replaces the current hours: ${shop.hours ?? shop.weeklyHours}`}
        </p>
      )}
      <HoursField
        form={state.form}
        name="weeklyHours"
        label="A usual week"
        optional
        usual={
          usual
            ? { label: `Start with the usual hours in ${shop.cityName}`, week: usual }
            : undefined
        }
      />
    </PanelForm>
  );
}
