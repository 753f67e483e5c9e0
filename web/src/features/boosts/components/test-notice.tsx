import { useSite } from "../../../lib/site.tsx";

/** Says where boosts are bought and managed that test keys or the demonstration charge nothing. */
export function TestNotice() {
  const { payments } = useSite();
  if (!payments?.isSandbox) return null;
  return (
    <p className="mt-8 rounded-md bg-amber-wash px-4 py-3 text-amber-ink">
      This is a demonstration: nothing is charged. Only test cards work, such as 4242 4242 4242
      4242.
    </p>
  );
}
