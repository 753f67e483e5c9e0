import { type FormEvent, useId } from "react";
import { Dialog } from "../dialog.tsx";
import { DAY_NAMES, type DayHours, daysInOrder, hoursText } from "./week.ts";

interface CopyDayProps {
  /** The day to copy hours from; null while the dialog is closed. */
  day: number | null;
  hours: DayHours | undefined;
  onCopy: (days: number[]) => void;
  onClose: () => void;
}

/** Asks which other days have the same hours. */
export function CopyDay({ day, hours, onCopy, onClose }: CopyDayProps) {
  const id = useId();
  const copy = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    onCopy(new FormData(event.currentTarget).getAll("day").map(Number));
  };
  return (
    <Dialog
      open={day !== null}
      onClose={onClose}
      title={day === null ? "" : `Copy ${DAY_NAMES[day]}'s hours`}
      describedBy={id}
    >
      <p id={id} className="mt-2 text-soft">
        {hoursText(hours, day)}
      </p>
      <form onSubmit={copy} className="mt-4">
        <fieldset className="choices">
          <legend className="field-label">Copy to</legend>
          {daysInOrder().map((index) =>
            index === day ? null : (
              <label key={index} className="choice">
                <input
                  type="checkbox"
                  name="day"
                  value={index}
                  defaultChecked={index < 5 === (day ?? 0) < 5}
                />
                {DAY_NAMES[index]}
              </label>
            ),
          )}
        </fieldset>
        <div className="mt-5 flex flex-wrap gap-3">
          <button type="submit" className="button button-primary">
            Copy
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  );
}
