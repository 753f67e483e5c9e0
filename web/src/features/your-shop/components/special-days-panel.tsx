import type { YourShop } from "../../../api/your-shop.ts";
import { todayHere } from "../../../kit/days.ts";
import { z } from "../../../kit/form/rules.ts";
import { readHours } from "../../../kit/hours/week.ts";
import { comingFrom, inOrder, specialDaysRule, temporaryClosures } from "../special-days.ts";
import { useShopForm } from "../use-shop-form.ts";
import { dateText, specialDayText } from "../words.ts";
import { EditPanel, PanelForm } from "./edit-panel.tsx";
import { SpecialDaysField } from "./special-days-field.tsx";

interface PanelProps {
  shop: YourShop;
}

/** Holidays, vacations and single days with different hours. */
export function SpecialDaysPanel({ shop }: PanelProps) {
  return (
    <EditPanel
      shopId={shop.id}
      id="special-days"
      title="Special days"
      edit={(close) => <SpecialDaysForm shop={shop} close={close} />}
    >
      {shop.specialDays.length === 0 ? (
        <p className="mt-2 text-soft">
          No holidays or closed days. The usual week applies every day.
        </p>
      ) : (
        <ul className="mt-2 grid gap-1">
          {inOrder(shop.specialDays).map((day) => (
            <li key={`${day.from} ${day.to}`}>{specialDayText(day)}</li>
          ))}
        </ul>
      )}
      {temporaryClosures(shop.specialDays).map(({ from, to }) => (
        <p key={from} className="form-note">
          {`Visitors read “Temporarily closed” from ${dateText(from)} to ${dateText(to)}.`}
        </p>
      ))}
    </EditPanel>
  );
}

function SpecialDaysForm({ shop, close }: PanelProps & { close: () => void }) {
  const state = useShopForm({
    shop,
    panel: "special-days",
    schema: z.object({ specialDays: specialDaysRule(shop.specialDays) }),
    initial: { specialDays: comingFrom(todayHere(), shop.specialDays) },
    fieldsOf: ({ specialDays }) => ({ specialDays }),
    close,
  });
  return (
    <PanelForm state={state}>
      <SpecialDaysField
        form={state.form}
        week={readHours(shop.weeklyHours ?? "")}
        stored={shop.specialDays}
      />
    </PanelForm>
  );
}
