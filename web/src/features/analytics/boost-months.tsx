import { useApi } from "../../kit/api.ts";
import { BarChart } from "../../kit/charts/bar-chart.tsx";
import { ChartData } from "../../kit/charts/chart-data.tsx";
import { Async } from "../../kit/states.tsx";
import { countText, plural } from "../../lib/text.ts";

/** A year's boosts and revenue by month. */
export function BoostMonths() {
  const boosts = useApi("/api/admin/boosts/months");
  return (
    <section aria-labelledby="boosts" className="mt-12">
      <h3 id="boosts" className="font-bold text-xl">
        Boosts and revenue
      </h3>
      <Async result={boosts} what="the boosts">
        {({ months, isLive }) => {
          const sum = (figure: "subscriptions" | "oneTime" | "complimentary" | "payments") =>
            months.reduce((total, month) => total + month[figure], 0);
          const begun = sum("subscriptions") + sum("oneTime") + sum("complimentary");
          const span = `${months[0]?.label} to ${months.at(-1)?.label}, counted in UTC`;
          const dollars = (figure: "takenCents" | "returnedCents") =>
            months.reduce((total, month) => total + month[figure], 0) / 100;
          return (
            <>
              {!isLive && (
                <p className="mt-2 text-soft">Paid with test cards: nothing was charged.</p>
              )}
              <div className="mt-6 grid gap-10 lg:grid-cols-2">
                <BarChart
                  title="Boosts started"
                  span={span}
                  sentence={`${plural(begun, "boost")}: ${countText(sum("subscriptions"))} monthly, ${countText(sum("oneTime"))} one-time, ${countText(sum("complimentary"))} complimentary.`}
                  unit="boosts"
                  points={months.map((month) => ({
                    label: month.label,
                    value: month.subscriptions + month.oneTime + month.complimentary,
                  }))}
                  csv="boosts-by-month"
                />
                <BarChart
                  title="Revenue"
                  span={span}
                  sentence={`$${dollars("takenCents").toFixed(2)} in ${plural(sum("payments"), "payment")}; $${dollars("returnedCents").toFixed(2)} refunded.`}
                  unit="dollars"
                  points={months.map(({ label, takenCents }) => ({
                    label,
                    value: takenCents / 100,
                  }))}
                  csv="money-by-month"
                />
              </div>
              <ChartData
                caption={`Boosts and revenue by month, ${span}`}
                file="boosts-and-money"
                heads={[
                  "Month",
                  "Monthly",
                  "One-time",
                  "Complimentary",
                  "Payments",
                  "Taken ($)",
                  "Refunded ($)",
                  "Kept ($)",
                ]}
                rows={months.map((month) => [
                  month.label,
                  month.subscriptions,
                  month.oneTime,
                  month.complimentary,
                  month.payments,
                  month.taken,
                  month.returned,
                  month.kept,
                ])}
              />
            </>
          );
        }}
      </Async>
    </section>
  );
}
