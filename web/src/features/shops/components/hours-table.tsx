import type { ComingDay, DayHours, TimeSpan } from "../../../api/types.ts";
import { weekFrom } from "../../../lib/formats.ts";

/** The week in the shop's local time. */
export function HoursTable({ week }: { week: readonly DayHours[] }) {
  return (
    <table className="hours-table">
      <caption className="sr-only">Opening hours in local time</caption>
      <tbody>
        {weekFrom(week).map(({ day, today, label, spans, onlyOn }) => (
          <tr key={day} className={today ? "today" : undefined}>
            <th scope="row">
              {day}
              {today && <span className="of-now sr-only"> (today)</span>}
            </th>
            <td>
              <Spans label={label} spans={spans} />
              {onlyOn && <span className="text-soft">{`only on ${onlyOn}`}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Holidays and vacations, for people who plan a visit. */
export function ComingDays({ days }: { days: readonly ComingDay[] }) {
  return (
    <table className="hours-table">
      <caption className="mb-1 border-rule border-t pt-3 text-left font-semibold">
        Special days
      </caption>
      <tbody>
        {days.map(({ days: when, label }) => (
          <tr key={when}>
            <th scope="row">{when}</th>
            <td>{label}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** "7 AM – 11 AM, 12 PM – 5 PM": each span on its own line, with machine-readable times. */
function Spans({ label, spans }: { label: string; spans: readonly TimeSpan[] }) {
  const texts = label.split(", ");
  if (texts.length !== spans.length) return label;
  return texts.map((text, index) => {
    const [from, to] = text.split(" – ");
    const span = spans[index];
    if (!from || !to || !span) return <span key={text}>{text}</span>;
    return (
      <span key={text}>
        <time dateTime={span.opens}>{from}</time>
        {" – "}
        <time dateTime={span.closes}>{to}</time>
      </span>
    );
  });
}
