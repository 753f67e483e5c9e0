import type { SpecialDay } from "../../api/your-shop.ts";
import { dayAfter } from "../../kit/days.ts";
import { inOrder } from "./special-days.ts";

/** The special days with the shop closed from `from` through `to`: the closure takes the place of what was said about these days. */
export function withClosure(days: readonly SpecialDay[], from: string, to: string): SpecialDay[] {
  const rest = inOrder(days).flatMap((day): SpecialDay[] => {
    if (day.to < from || day.from > to) return [day];
    const before = day.from < from ? [{ ...day, to: dayAfter(from, -1) }] : [];
    const after = day.to > to ? [{ ...day, from: dayAfter(to) }] : [];
    return [...before, ...after];
  });
  return inOrder([...rest, { from, to, spans: [] }]);
}
