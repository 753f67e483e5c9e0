import { Compared } from "../../../kit/differences/difference-list.tsx";

interface StaleProps {
  /** For example "shop". */
  what: string;
  /** Each field as saved, and as typed here. */
  differences: { name: string; now: string; mine: string }[];
  onKeep: () => void;
  onTake: () => void;
}

/** What someone else saved, next to what was typed here. */
export function Stale({ what, differences, onKeep, onTake }: StaleProps) {
  return (
    <div role="alert" className="mb-6 max-w-text rounded-md border-2 border-ink bg-amber-wash p-4">
      <p className="font-semibold">{`Someone else edited this ${what}. Nothing has been saved yet.`}</p>
      <p className="mt-1 text-[0.9375rem]">“Now” is what's saved; “Suggested” is what you typed.</p>
      <div className="differences">
        <ul>
          {differences
            .filter(({ now, mine }) => now !== mine)
            .map(({ name, now, mine }) => (
              <li key={name}>
                <h4 className="font-semibold">{name}</h4>
                <Compared now={now} suggested={mine} />
              </li>
            ))}
        </ul>
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <button type="button" className="button button-small" onClick={onKeep}>
          Keep what I typed
        </button>
        <button type="button" className="button button-small" onClick={onTake}>
          Use what's saved
        </button>
      </div>
    </div>
  );
}
